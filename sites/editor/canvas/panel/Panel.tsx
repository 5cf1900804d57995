import type { JSX } from "preact";
import type { Section } from "../../../../runtime/documents/content/section.ts";
import { ENTRY } from "../../../../runtime/documents/content/entry.ts";
import { say } from "../../../words/shape/say.ts";
import { CANVAS } from "../../document/words.ts";
import { IconButton } from "../../drawing/IconButton.tsx";
import { SectionMenu } from "../outline/SectionMenu.tsx";
import { sectionName, typeName } from "../page/sectionName.ts";
import type { SectionType } from "../../api/views.ts";
import { type Studio, select } from "../studio/studio.ts";
import { useSourceParts } from "../beside/useSourceParts.ts";
import { ClashList } from "./ClashList.tsx";
import { Fields } from "./Fields.tsx";
import { PageSettings } from "./PageSettings.tsx";
import { Variants } from "./Variants.tsx";

interface Props {
  readonly studio: Studio;
}

const WORDS = CANVAS.panel;

/** Names the fields that an updated plugin no longer has. */
function Kept({ section, type }: { readonly section: Section; readonly type: SectionType }): JSX.Element | null {
  const known = (type.fields["properties"] ?? {}) as object;
  const names = Object.keys(section.fields).filter((name) => !Object.hasOwn(known, name));
  return names.length === 0 ? null : <p class="note">{say(WORDS.kept, { names: names.join(", ") })}</p>;
}

function Chosen({
  studio,
  section,
  type,
}: Props & { readonly section: Section; readonly type: SectionType | undefined }): JSX.Element {
  const name = sectionName(section, type);
  return (
    <>
      <div class="panel-head">
        <div>
          <h2>
            <bdi>{name}</bdi>
          </h2>
          <p class="note">{typeName(section.type, type)}</p>
        </div>
        {section.id !== ENTRY && <SectionMenu studio={studio} id={section.id} name={name} />}
        <IconButton icon="close" label={WORDS.close} onClick={() => select(studio, null)} />
      </div>
      {studio.editor.inactive.has(section.type) && <p class="note">{WORDS.inactive}</p>}
      <ClashList studio={studio} section={section.id} fields={type?.fields} />
      {type ? (
        <>
          <Variants studio={studio} section={section} type={type} />
          <Fields key={section.id} studio={studio} section={section} type={type} />
          <Kept section={section} type={type} />
        </>
      ) : (
        <p class="note">{WORDS.unavailable}</p>
      )}
    </>
  );
}

/** The values of an entry, above what every page has. */
function Values({ studio }: Props): JSX.Element | null {
  const section = studio.editor.section(ENTRY);
  const type = studio.editor.typeOf(section);
  if (!section || !type) return null;
  return (
    <section aria-label={type.title}>
      <h2>
        <bdi>{type.title}</bdi>
      </h2>
      <ClashList studio={studio} section={ENTRY} fields={type.fields} />
      <Fields studio={studio} section={section} type={type} />
      <Kept section={section} type={type} />
    </section>
  );
}

export function Panel({ studio }: Props): JSX.Element {
  const { editor } = studio;
  const section = editor.section(editor.selected.value);
  const source = useSourceParts(studio);
  return (
    <aside class="panel" data-region aria-label={CANVAS.regions.panel} data-tab="panel">
      {source && <source.SourceNote studio={studio} />}
      {section ? (
        <Chosen studio={studio} section={section} type={editor.typeOf(section)} />
      ) : (
        <>
          <p class="note panel-hint">{WORDS.how}</p>
          <Values studio={studio} />
          <PageSettings studio={studio} />
        </>
      )}
    </aside>
  );
}
