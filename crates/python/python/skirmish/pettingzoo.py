"""The games as PettingZoo environments: `skirmish.pettingzoo.env("hiya")`.

Observations have the planes of `Position.planes` and a mask of the legal actions; an action is a move's index
(`Position.move_index`). Needs `pip install pettingzoo`.
"""

from __future__ import annotations

from typing import Any, Dict, Optional

try:
    import numpy
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as _missing:
    raise ModuleNotFoundError(f"{_missing.msg}: pip install pettingzoo", name=_missing.name) from None

from ._native import Position, SkirmishError, plane_names

__all__ = ["SkirmishEnv", "env", "raw_env"]

#: Indices of moves are below this.
ACTIONS = 4096


def env(name: str, render_mode: Optional[str] = None) -> Any:
    """An environment of a game, with the usual checks: illegal actions and wrong orders of calls are errors."""
    return wrappers.OrderEnforcingWrapper(raw_env(name, render_mode))


def raw_env(name: str, render_mode: Optional[str] = None) -> SkirmishEnv:
    """An environment of a game without checks of the order of calls."""
    return SkirmishEnv(name, render_mode)


class SkirmishEnv(AECEnv):  # type: ignore[misc]
    """A game as an environment with two agents, `south` and `north`; the one that acts next may be the one that acted last."""

    def __init__(self, name: str, render_mode: Optional[str] = None) -> None:
        super().__init__()
        self.start = Position.start(name)
        self.position = self.start
        self.metadata = {"name": f"skirmish_{name}", "render_modes": ["ansi", "human"], "is_parallelizable": False}
        self.render_mode = render_mode
        first = self.start.turn
        self.possible_agents = [first, "north" if first == "south" else "south"]
        high = len(self.start.planes())
        assert high == len(plane_names(name))
        shape = self.start.planes().shape
        observation = spaces.Dict(
            {
                "observation": spaces.Box(low=0, high=3, shape=shape, dtype=numpy.uint8),
                "action_mask": spaces.Box(low=0, high=1, shape=(ACTIONS,), dtype=numpy.int8),
            }
        )
        self.observation_spaces = {agent: observation for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Dict[str, Any]:
        mask = numpy.zeros(ACTIONS, dtype=numpy.int8)
        # Only the agent that acts has legal actions.
        if agent == self.agent_selection and not self.position.is_over:
            mask[self.position.legal_indices] = 1
        return {"observation": self.position.planes(), "action_mask": mask}

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        """Begins a game; the option `position` is the text of another start."""
        text = (options or {}).get("position")
        self.position = self.start if text is None else Position.from_text(self.start.game, text)
        self.agents = self.possible_agents[:]
        self.rewards = {agent: 0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0 for agent in self.agents}
        self.terminations = {agent: self.position.is_over for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: Dict[str, Dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.position.turn

    def step(self, action: Any) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        indices = self.position.legal_indices
        if int(action) not in indices:
            raise SkirmishError(f"{action} is not a legal action: choose one that the mask allows")
        agent = self.agent_selection
        self.position = self.position.play(self.position.legal_moves[indices.index(int(action))])
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        outcome = self.position.outcome
        if outcome is not None:
            self.terminations = {agent: True for agent in self.agents}
            for side in self.agents:
                if outcome.winner is not None:
                    self.rewards[side] = 1 if side == outcome.winner else -1
        self.agent_selection = self.position.turn
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Optional[str]:
        if self.render_mode == "human":
            print(self.position)
            return None
        return str(self.position)

    def close(self) -> None:
        """Nothing is open."""
