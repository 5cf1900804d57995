import type { JSX } from "preact";
import { CANVAS } from "../../document/words.ts";
import { leaveFor } from "../keeping/leaving.ts";
import { publishAddress } from "../studio/address.ts";
import type { Studio } from "../studio/studio.ts";

interface Props {
  readonly studio: Studio;
  readonly class: string;
}

/** Leads to the changes of this page, where a member publishes or asks for it. */
export function PublishLink({ studio, class: look }: Props): JSX.Element {
  const address = publishAddress(studio.editor.id);
  return (
    <a
      class={look}
      href={address}
      onClick={(event) => {
        event.preventDefault();
        void leaveFor(studio, address);
      }}
    >
      {studio.mayPublish ? CANVAS.publish : CANVAS.ask}
    </a>
  );
}
