import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { FIELDS } from "../../document/words.ts";
import { FieldForm } from "../../fields/FieldForm.tsx";
import { RichAsking, DirectiveTools, RichToolbar } from "../../pickers/later.tsx";
import { useFocusAfter } from "../../drawing/useModal.ts";
import type { RichAsked } from "../../rich/model/rich.ts";
import { noticeText } from "../../rich/noticeText.ts";
import { studioServices } from "../studio/services.ts";
import type { Studio } from "../studio/studio.ts";

/** The toolbar of the formatted text that is open in the draft. */
export function RichBar({ studio }: { readonly studio: Studio }): JSX.Element | null {
  const { rich: writing } = studio;
  const services = useMemo(() => studioServices(studio), [studio]);
  const open = writing.value;
  useFocusAfter(open?.asked != null, () => writing.peek()?.rich.focus());
  if (!open?.state) return null;
  const { rich, state, asked } = open;
  const ask = (next: RichAsked | null): void => void (writing.value = { rich, state, asked: next });
  return (
    <div class="rich-bar fields">
      {state.mode === "rich" ? (
        <RichToolbar
          state={state}
          commands={rich.commands}
          words={FIELDS}
          onLink={() => ask("link")}
          more={<DirectiveTools {...{ state, services }} commands={rich.commands} words={FIELDS} Form={FieldForm} />}
        />
      ) : (
        <p class="note">{FIELDS.rich.source}</p>
      )}
      <p class="fault" role="status">
        {noticeText(FIELDS, state.notice)}
      </p>
      {asked !== null && (
        <RichAsking {...{ asked, rich, state, services }} words={FIELDS} Form={FieldForm} onEnd={() => ask(null)} />
      )}
    </div>
  );
}
