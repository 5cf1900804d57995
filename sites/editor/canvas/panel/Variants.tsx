import type { JSX } from "preact";
import type { Section } from "../../../../runtime/documents/content.ts";
import { CANVAS } from "../../../shared/editor/words/canvas.ts";
import type { SectionType } from "../page/answers.ts";
import type { Studio } from "../page/studio.ts";

interface Props {
  readonly studio: Studio;
  readonly section: Section;
  readonly type: SectionType;
}

/** The looks of a section, one click each. */
export function Variants({ studio: { editor }, section, type }: Props): JSX.Element | null {
  if (type.variants.length < 2) return null;
  const current = section.variant ?? type.variants[0]?.name;
  const choose = (variant: string): void => {
    if (variant === current) return;
    editor.act({
      operations: [{ op: "variant", section: section.id, variant, was: section.variant ?? null }],
      name: CANVAS.act.variant,
      spot: { section: section.id },
    });
  };
  return (
    <fieldset class="variants">
      <legend>{CANVAS.panel.variant}</legend>
      {type.variants.map(({ name, title }) => (
        <label key={name}>
          <input type="radio" name={`variant-${section.id}`} checked={name === current} onChange={() => choose(name)} />
          <span>{title}</span>
        </label>
      ))}
    </fieldset>
  );
}
