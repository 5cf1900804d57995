import type { JSX } from "preact";
import type { IconName } from "./icons.tsx";
import { Icon } from "./icons.tsx";

interface Props {
  readonly icon: IconName;
  readonly label: string;
  readonly onClick: () => void;
  readonly disabled?: boolean;
  readonly pressed?: boolean;
  readonly keys?: string;
}

/** A button with a drawing. Its words are its name, and its tip. It stays in reach of keys when it has nothing to do. */
export const IconButton = ({ icon, label, onClick, disabled = false, pressed, keys }: Props): JSX.Element => (
  <button
    type="button"
    class="icon-button"
    aria-label={label}
    title={label}
    aria-disabled={disabled}
    aria-pressed={pressed}
    aria-keyshortcuts={keys}
    onClick={() => {
      if (!disabled) onClick();
    }}
  >
    <Icon name={icon} />
  </button>
);
