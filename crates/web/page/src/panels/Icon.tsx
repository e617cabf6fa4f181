/** The pictures of buttons, strokes in a square of 24 by 24. */
const PATHS = {
  back: "M9 6L4 11L9 16M4 11H14A6 6 0 0 1 14 21H11",
  redo: "M15 6L20 11L15 16M20 11H10A6 6 0 0 0 10 21H13",
  hint: "M9 18H15M10 21H14M12 3A6.5 6.5 0 0 0 8 14.5C8.8 15.3 9 16 9 17H15C15 16 15.2 15.3 16 14.5A6.5 6.5 0 0 0 12 3Z",
  chart: "M4 20V4M4 20H20M7 15L11 10L14 13L19 6",
  sound: "M4 9.5V14.5H8L13 18.5V5.5L8 9.5ZM16.5 9A4 4 0 0 1 16.500 15M19 6.500A8 8 0 0 1 19 17.500",
  mute: "M4 9.500V14.500H8L13 18.500V5.500L8 9.500ZM17 9.500L22 14.500M22 9.500L17 14.500",
  bin: "M4 7H20M9 7V4H15V7M6 7L7 20H17L18 7M10 11V16M14 11V16",
  flip: "M8 20V5M8 5L4.5 8.5M8 5L11.5 8.5M16 4V19M16 19L12.5 15.5M16 19L19.5 15.5",
  flag: "M6 21V4M6 5C10 2.5 13 7.5 18 5V13C13 15.5 10 10.5 6 13",
  plus: "M12 5V19M5 12H19",
  book: "M12 6C9.5 4 6.5 4 4 4.5V18.5C6.5 18 9.5 18 12 20C14.5 18 17.5 18 20 18.5V4.5C17.5 4 14.5 4 12 6ZM12 6V20",
  edit: "M4 20L5 15.5L16 4.5A2.1 2.1 0 0 1 19.5 8L8.5 19L4 20ZM14 6.5L17.5 10",
  menu: "M4 7H20M4 12H20M4 17H20",
  close: "M6 6L18 18M18 6L6 18",
  check: "M4.5 12.5L9.5 17.5L19.5 6.5",
  play: "M7 4.5V19.5L19 12Z",
  pause: "M8 5V19M16 5V19",
  sun: "M12 8A4 4 0 1 0 12 16A4 4 0 1 0 12 8ZM12 2V4.5M12 19.5V22M2 12H4.5M19.5 12H22M5 5L6.7 6.7M17.3 17.3L19 19M5 19L6.7 17.3M17.3 6.7L19 5",
  moon: "M19.5 14.5A8 8 0 1 1 9.5 4.5A6.5 6.5 0 0 0 19.5 14.5Z",
  help: "M9 9A3 3 0 1 1 12 12.5V14.5M12 18V18.2",
  save: "M12 4V15M12 15L7.5 10.5M12 15L16.5 10.5M4 19.5H20",
  open: "M12 15V4M12 4L7.5 8.5M12 4L16.5 8.5M4 19.5H20",
  link: "M10 14A4 4 0 0 0 15.7 14L19 10.7A4 4 0 0 0 13.3 5L12 6.3M14 10A4 4 0 0 0 8.3 10L5 13.3A4 4 0 0 0 10.7 19L12 17.7",
  gear: "M12 9A3 3 0 1 0 12 15A3 3 0 1 0 12 9ZM12 3V6M12 18V21M3 12H6M18 12H21M5.6 5.6L7.8 7.8M16.2 16.2L18.4 18.4M5.6 18.4L7.8 16.2M16.2 7.8L18.4 5.6",
  first: "M6 5V19M18 6L10 12L18 18Z",
  previous: "M15 5L8 12L15 19",
  next: "M9 5L16 12L9 19",
  hat: "M2.5 9.5L12 5L21.5 9.5L12 14ZM6.5 11.5V16.5C9.5 19 14.5 19 17.5 16.5V11.5M21.5 9.5V15",
  share: "M12 14V4M12 4L8 8M12 4L16 8M6 12H5V20H19V12H18",
  again: "M19 12A7 7 0 1 1 16.5 6.6M17 3V7H13",
  target: "M12 4A8 8 0 1 0 12 20A8 8 0 1 0 12 4ZM12 9A3 3 0 1 0 12 15A3 3 0 1 0 12 9Z",
  last: "M18 5V19M6 6L14 12L6 18Z",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

interface ButtonProps {
  icon: IconName;
  label: string;
  onClick: () => void;
  disabled?: boolean;
  pressed?: boolean;
  testid?: string;
  /** Shows the label beside the picture. */
  wide?: boolean;
  tone?: "primary" | "danger";
}

/** A button with a picture; its label is always there for those who cannot see it. */
export function IconButton({ icon, label, onClick, disabled, pressed, testid, wide, tone }: ButtonProps) {
  return (
    <button
      type="button"
      class={`button${wide ? " wide" : ""}${tone ? ` ${tone}` : ""}`}
      onClick={onClick}
      disabled={disabled}
      aria-pressed={pressed}
      title={label}
      data-testid={testid}
    >
      <Icon name={icon} />
      <span class="label">{label}</span>
    </button>
  );
}
