import type { JSX } from "preact";
import type { RichAsked, RichState } from "../rich/model/rich.ts";
import { LinkPicker } from "./LinkPicker.tsx";
import { SlashMenu, type SlashMenuProps } from "./SlashMenu.tsx";

export interface RichAskingProps extends Omit<SlashMenuProps, "onEnd"> {
  readonly asked: RichAsked;
  readonly state: RichState;
  readonly onEnd: () => void;
}

/** The dialog for which a member asked in a formatted text. A sign that led to nothing is written as it was typed. */
export function RichAsking(props: RichAskingProps): JSX.Element {
  const { asked, rich, state, services, words, onEnd } = props;
  const end = (run?: () => void): void => {
    onEnd();
    if (run) run();
    else if (asked !== "link") rich.commands.write(asked);
  };
  if (asked === "/") return <SlashMenu {...props} onEnd={end} />;
  return (
    <LinkPicker
      href={state.href ?? ""}
      mayUnlink={state.href !== null}
      {...{ services, words }}
      onPick={(href, title) => end(() => rich.commands.link(href, title))}
      onClose={() => end()}
    />
  );
}
