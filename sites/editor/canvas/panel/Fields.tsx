import type { JSX } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { ENTRY } from "../../../../runtime/documents/content/entry.ts";
import type { Section } from "../../../../runtime/documents/content/section.ts";
import { FieldForm } from "../../fields/FieldForm.tsx";
import type { SectionType } from "../../api/views.ts";
import type { Studio } from "../studio/studio.ts";
import { unfinishedFields } from "../queue/queue.ts";
import { studioServices } from "../studio/services.ts";
import { tellingOnce } from "../beside/shared.ts";
import { pageAddress } from "../studio/address.ts";
import { writeField } from "../studio/writeField.ts";
import { useWantedField } from "./wantedField.ts";

interface Props {
  readonly studio: Studio;
  readonly section: Section;
  readonly type: SectionType;
}

/** The form with all fields of a section, including fields that the page does not show. */
export function Fields({ studio, section, type }: Props): JSX.Element {
  const { editor } = studio;
  const source = editor.body.value.translationOf;
  const form = useRef<HTMLDivElement>(null);
  const tell = useMemo(() => tellingOnce(studio, section.id), [studio, section.id]);
  const services = useMemo(() => studioServices(studio), [studio]);
  useWantedField(studio, form);
  return (
    <div
      ref={form}
      onFocusIn={({ target }) => {
        const name = (target as Element).closest<HTMLElement>("[data-field]")?.dataset["field"];
        if (name !== undefined) tell(name);
      }}
    >
      <FieldForm
        schema={type.fields}
        values={section.fields}
        entry={editor.valuesFor(section)}
        issues={unfinishedFields(editor.queue.value, section.id)?.issues ?? []}
        services={services}
        keptAt={section.id === ENTRY && source !== undefined ? pageAddress(source) : undefined}
        onChange={(name, value) => writeField(studio, section.id, `/${name}`, value ?? null)}
      />
    </div>
  );
}
