"""The games with the methods of aima-python's `Game`, so that its searches play them unchanged.

    from skirmish.aima import Game
    game = Game("hiya")
    alpha_beta_cutoff_search(game.initial, game, d=4, eval_fn=lambda state: game.evaluate(state, "south"))

Those searches alternate the sides with every action. So an action here can be several moves: in Refusal `accept C4B6`
accepts and proposes, in Oska `A5A4 pass B5B4` is a move, the pass that it forces, and the next move.
"""

from __future__ import annotations

from typing import Callable, List, Optional

from ._native import Position

__all__ = ["Game"]


class Game:
    """A game as aima-python's `Game`: states are positions, actions are texts."""

    def __init__(self, name: str) -> None:
        self.initial = Position.start(name)

    def actions(self, state: Position) -> List[str]:
        """The actions in a state."""
        found: List[str] = []
        for move in state.legal_moves:
            action, after = move, state.play(move)
            if after.legal_moves == ("pass",):
                # Joined once: the moves while the enemy has to pass and pass again would be too many.
                action, after = f"{action} pass", after.play("pass")
            if after.turn == state.turn and not after.is_over:
                found += [f"{action} {other}" for other in after.legal_moves]
            else:
                found.append(action)
        return found

    def result(self, state: Position, move: str) -> Position:
        """The state after an action."""
        for word in move.split():
            state = state.play(word)
        return state

    def utility(self, state: Position, player: str) -> float:
        """The value of a final state for a player: 1, 0 or -1."""
        outcome = state.outcome
        if outcome is None or outcome.winner is None:
            return 0
        return 1 if outcome.winner == player else -1

    def terminal_test(self, state: Position) -> bool:
        """Whether the game is over."""
        return state.is_over

    def to_move(self, state: Position) -> str:
        """The side to move, "south" or "north"."""
        return state.turn

    def evaluate(self, state: Position, player: str) -> float:
        """The hand-written evaluation for a player, between the utilities of a loss and a win."""
        points = state.evaluate()
        return (points if state.turn == player else -points) / 10_000

    def display(self, state: Position) -> None:
        """Prints the board."""
        print(state)

    def play_game(self, *players: Callable[[Game, Position], Optional[str]]) -> float:
        """Plays a game between two players `player(game, state)`; returns the utility for the one who begins."""
        state = self.initial
        first = self.to_move(state)
        while not self.terminal_test(state):
            player = players[0 if self.to_move(state) == first else 1]
            action = player(self, state)
            if action is None:
                raise ValueError(f"{player!r} returned no action")
            state = self.result(state, action)
        self.display(state)
        return self.utility(state, first)

    def __repr__(self) -> str:
        return f"<Game {self.initial.game}>"
