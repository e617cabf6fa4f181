/** What a step asks. The answer comes from the real search of the start position. */
export type LessonQuestion =
  /** Which of some replies the opponent likes best. */
  | { kind: "reply" }
  /** The value of the first move, given those of all replies. */
  | { kind: "value" }
  /** Whether the search leaves a move now. `close`: one reply of two that are needed is there. */
  | { kind: "cutoff"; happens: boolean; nth: number; close?: boolean }
  /** Which reply would cut off a move, given alpha. */
  | { kind: "which" }
  /** What changes if ideas are added: the nodes, or the value. */
  | { kind: "compare"; of: "nodes" | "value"; depth: number; before: readonly string[]; after: readonly string[] };

/** A step of the lesson. */
export interface ThinkingStep {
  title: string;
  text: readonly string[];
  question: LessonQuestion;
}

const ORDER = ["alpha_beta", "table", "deepening", "hash_move", "gains", "history"];

const LOOK_AHEAD: ThinkingStep = {
  title: "Looking ahead",
  text: [
    "The computer tries each of its moves, and then each reply. At the end of every line it estimates the position with a number.",
    "All numbers here are those of South, who moves first: more is better for South, less is better for North.",
  ],
  question: { kind: "reply" },
};

const MINIMAX: ThinkingStep = {
  title: "What that buys",
  text: [
    "Leaving what cannot matter is called alpha-beta. The search without it, plain minimax, looks at every reply to every move.",
    "Both searches run now on this position, three moves deep.",
  ],
  question: { kind: "compare", of: "nodes", depth: 3, before: [], after: ["alpha_beta"] },
};

const BETTER_ORDER: ThinkingStep = {
  title: "The order of moves",
  text: [
    "A cut-off needs a strong reply, and the sooner it is tried the better. So the search guesses which moves are strong: those that were best at a smaller depth, that capture, or that caused cut-offs elsewhere.",
    "This time the search is four moves deep.",
  ],
  question: { kind: "compare", of: "nodes", depth: 4, before: ["alpha_beta"], after: ORDER },
};

const SAME_VALUE: ThinkingStep = {
  title: "Nothing is lost",
  text: [
    "Alpha-beta leaves most of the tree without a look. You have seen why each part was left: it could not change the choice above it.",
  ],
  question: { kind: "compare", of: "value", depth: 3, before: [], after: ["alpha_beta"] },
};

/** The lessons by game: eight steps each. */
export const LESSONS: Readonly<Record<string, readonly ThinkingStep[]>> = {
  hiya: [
    LOOK_AHEAD,
    {
      title: "The value of a move",
      text: [
        "A move is worth what is left of it after the best reply. South chooses the move, but then North chooses the reply.",
      ],
      question: { kind: "value" },
    },
    {
      title: "Alpha",
      text: [
        "Once a move is searched, South is sure of its value. This is called alpha: another move is of interest only if it is worth more.",
        "If a reply brings another move down to alpha or below, North can choose that reply, and South will not choose the move. The other replies do not matter then: a cut-off.",
      ],
      question: { kind: "cutoff", happens: true, nth: 0 },
    },
    {
      title: "Not yet",
      text: [
        "As long as each reply leaves South more than alpha, the move may still be better, and the search goes on.",
      ],
      question: { kind: "cutoff", happens: false, nth: 1 },
    },
    {
      title: "Which reply?",
      text: ["Here you see the replies to a move in the order in which they are searched, each with its value."],
      question: { kind: "which" },
    },
    MINIMAX,
    BETTER_ORDER,
    SAME_VALUE,
  ],
  refusal: [
    LOOK_AHEAD,
    {
      title: "The value of a move",
      text: [
        "In Refusal a move is only proposed. Once per turn the other side may refuse it, and then another one has to be played. So the best reply is refused, and the second-best counts.",
      ],
      question: { kind: "value" },
    },
    {
      title: "One is not enough",
      text: [
        "Once South is sure of a value, another move is of interest only if it is worth more. This value is called alpha.",
        "In most games one reply that brings a move down to alpha is enough to leave it. Here that reply could be refused.",
      ],
      question: { kind: "cutoff", happens: false, nth: 0, close: true },
    },
    {
      title: "Two are",
      text: ["When a second reply brings the move down to alpha, refusing one leaves the other. The rest is cut off."],
      question: { kind: "cutoff", happens: true, nth: 0 },
    },
    {
      title: "Which reply?",
      text: [
        "Here you see the replies to a move in the order in which they are searched, each with its value. Remember that it takes two.",
      ],
      question: { kind: "which" },
    },
    MINIMAX,
    BETTER_ORDER,
    SAME_VALUE,
  ],
};
