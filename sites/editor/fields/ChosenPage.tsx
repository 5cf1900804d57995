import type { JSX } from "preact";
import { type LinkTarget, titleOf } from "../pickers/useLinkTarget.ts";
import type { ControlProps } from "./control.ts";

interface ChosenPageProps {
  readonly props: ControlProps;
  readonly target: LinkTarget | null | undefined;
  readonly open: () => void;
}

/** Shows the chosen page; a click opens the picker again. */
export function ChosenPage({ props, target, open }: ChosenPageProps): JSX.Element {
  const { id, describedBy, context } = props;
  const { link } = context.words;
  const title = target ? titleOf(target) : target === null ? link.deleted : "…";
  return (
    <button
      id={id}
      aria-describedby={describedBy}
      type="button"
      class={target === null ? "chosen-page is-lost" : "chosen-page"}
      aria-labelledby={`${id}-label ${id}`}
      onClick={open}
    >
      <span>
        <bdi>{title}</bdi>
        {target && <small class="note"> {target.path}</small>}
      </span>{" "}
      <span class="change">{link.change}</span>
    </button>
  );
}
