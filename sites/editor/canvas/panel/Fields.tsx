import type { JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Section } from "../../../../runtime/documents/content.ts";
import { FieldForm } from "../../fields/FieldForm.tsx";
import type { SectionType } from "../../api/views.ts";
import type { Studio, WantedField } from "../studio/studio.ts";
import { unfinishedFields } from "../queue/queue.ts";
import { studioServices } from "../studio/services.ts";
import { writeField } from "../studio/writeField.ts";

interface Props {
  readonly studio: Studio;
  readonly section: Section;
  readonly type: SectionType;
}

/** Goes to a field that was asked for in the page; one with formatting opens. */
function goTo(form: HTMLElement | null, { pointer, isOpened }: WantedField): void {
  const field = form?.querySelector<HTMLElement>(`[data-at="${CSS.escape(pointer)}"]`);
  if (!field) return;
  for (let around = field.closest("details"); around; around = around.parentElement?.closest("details") ?? null)
    around.open = true;
  field.scrollIntoView({ block: "nearest" });
  const control = field.querySelector<HTMLElement>(CONTROL[field.matches(".is-image") ? "image" : "other"]);
  if (!isOpened) return;
  control?.focus();
  control?.click();
}

/** The control of a field that gets the focus. */
const CONTROL = { image: ".image > .buttons > button", other: "input, textarea, button" };

/** All fields of a section beside the page, those that the page cannot show among them. */
export function Fields({ studio, section, type }: Props): JSX.Element {
  const { editor, field } = studio;
  const form = useRef<HTMLDivElement>(null);
  const services = useMemo(() => studioServices(studio), [studio]);
  const wanted = field.value;
  useEffect(() => {
    if (wanted !== null) goTo(form.current, wanted);
  }, [wanted]);
  return (
    <div ref={form}>
      <FieldForm
        schema={type.fields}
        values={section.fields}
        issues={unfinishedFields(editor.queue.value, section.id)?.issues ?? []}
        services={services}
        onChange={(name, value) => writeField(studio, section.id, `/${name}`, value ?? null)}
      />
    </div>
  );
}
