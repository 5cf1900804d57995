import type { JSX } from "preact";
import { type IconName, Icon } from "./icons.tsx";

interface Props {
  readonly icon: IconName;
  readonly label: string;
  readonly onClick: () => void;
  readonly disabled?: boolean;
  readonly pressed?: boolean;
  readonly keys?: string;
}

/**
 * A button with an icon. The label is its accessible name and its tooltip. A button without effect keeps its place in
 * the tab order.
 */
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
