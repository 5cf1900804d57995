import type { JSX } from "preact";
import type { Section } from "../../../../runtime/documents/content/section.ts";
import { findSection } from "../../../../runtime/editing/operations/sectionTree.ts";
import { CANVAS } from "../../document/words.ts";
import type { SectionType } from "../../api/views.ts";
import type { Studio } from "../studio/studio.ts";
import { Picture } from "../pictures/Picture.tsx";

interface Props {
  readonly studio: Studio;
  readonly section: Section;
  readonly type: SectionType;
}

const savedOf = ({ editor }: Studio, section: Section): Section =>
  findSection(editor.queue.value.base.body.sections, section.id) ?? section;

/** The variants of a section type, as pictures to choose from. */
export function Variants({ studio, section, type }: Props): JSX.Element | null {
  const { editor } = studio;
  // The pictures show the last saved section, because an update for each key would cost a request each.
  const shown = savedOf(studio, section);
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
          <span class="variant">
            <Picture studio={studio} section={{ ...shown, variant: name }} />
            {title}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
