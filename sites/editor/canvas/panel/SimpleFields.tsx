import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Section } from "../../../../runtime/documents/content.ts";
import { CANVAS } from "../../../shared/editor/words/canvas.ts";
import type { SectionType } from "../page/answers.ts";
import { isText, membersOf, titleOf } from "../page/schema.ts";
import type { Studio } from "../page/studio.ts";
import { unfinishedOf } from "../queue/queue.ts";
import { writeField } from "./writeField.ts";

interface Props {
  readonly studio: Studio;
  readonly section: Section;
  readonly type: SectionType;
}

/** The texts of a section beside the page: those with formatting, and those that the page does not show. */
export function SimpleFields({ studio, section, type }: Props): JSX.Element {
  const { editor, field } = studio;
  const form = useRef<HTMLDivElement>(null);
  const wanted = field.value;
  useEffect(() => {
    if (wanted !== null) form.current?.querySelector<HTMLElement>(`[data-field="${CSS.escape(wanted)}"]`)?.focus();
  }, [wanted]);
  const texts = membersOf(type.fields).filter(([, schema]) => isText(schema));
  const issues = unfinishedOf(editor.queue.value, section.id)?.issues ?? [];
  return (
    <div class="fields" ref={form}>
      {texts.length === 0 && <p class="note">{CANVAS.panel.none}</p>}
      {texts.map(([name, schema]) => {
        const value = section.fields[name] ?? schema["default"];
        const wrong = issues.filter(({ pointer }) => pointer.startsWith(`/${name}`));
        return (
          <label key={name} class="field">
            <span>{titleOf(schema, name)}</span>
            <textarea
              data-field={name}
              rows={schema["$ref"] === "drawbridge:markdown" ? 8 : 2}
              value={typeof value === "string" ? value : ""}
              aria-invalid={wrong.length > 0}
              onInput={({ currentTarget }) => writeField(studio, section.id, `/${name}`, currentTarget.value)}
              onBlur={() => editor.closeStep()}
            />
            {wrong.map(({ pointer, allowed }) => (
              <small key={pointer} class="wrong" role="alert">
                {allowed}
              </small>
            ))}
          </label>
        );
      })}
    </div>
  );
}
