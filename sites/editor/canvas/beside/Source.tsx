/** The source of a translation beside its draft, and the note that the source has changed. */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { SourceChangesView } from "../../../../runtime/editing/languages/views.ts";
import { CANVAS } from "../../document/words.ts";
import { say } from "../../../words/shape/say.ts";
import { sectionElement } from "../draft/sections.ts";
import { leaveFor } from "../keeping/leaving.ts";
import { besideAddress, draftAddress, sourceChangesAddress } from "../studio/address.ts";
import type { Studio } from "../studio/studio.ts";
import { PlacedNote } from "../placed/PlacedNote.tsx";
import { markChanged } from "./changedTexts.ts";
import { together } from "./together.ts";

interface Props {
  readonly studio: Studio;
}

const WORDS = CANVAS.beside;
/** The interval between two checks whether both drafts have loaded. */
const LOOK_MS = 50;
const CHOSEN = "data-source-chosen";

function useSource({ client, editor }: Studio): SourceChangesView | null {
  const [changes, setChanges] = useState<SourceChangesView | null>(null);
  useEffect(() => {
    const path = `/api/pages/${encodeURIComponent(editor.id)}/source-changes`;
    void client.read<SourceChangesView>(path).then((answer) => answer.ok && setChanges(answer.value.body));
  }, []);
  return changes;
}

const changedWords = ({ total }: SourceChangesView): string =>
  total === 0 ? WORDS.changedOrder : say(WORDS.changed, { n: total });

const Leading = ({ studio, to, words }: Props & { readonly to: string; readonly words: string }): JSX.Element => (
  <a
    href={to}
    onClick={(event) => {
      event.preventDefault();
      void leaveFor(studio, to);
    }}
  >
    {words}
  </a>
);

/** The note in the panel of a page whose source has changed, or that shows what stands on other pages, too. */
export const SourceNote = ({ studio }: Props): JSX.Element => (
  <>
    {studio.editor.selected.value === null && <Outdated studio={studio} />}
    <PlacedNote studio={studio} />
  </>
);

function Outdated({ studio }: Props): JSX.Element | null {
  const changes = useSource(studio);
  if (!changes?.outdated) return null;
  const { id } = studio.editor;
  return (
    <p class="warning">
      {changedWords(changes)} <Leading studio={studio} to={sourceChangesAddress(id)} words={WORDS.compare} />{" "}
      <Leading studio={studio} to={besideAddress(id)} words={WORDS.open} />
    </p>
  );
}

export function Source({ studio }: Props): JSX.Element | null {
  const changes = useSource(studio);
  const element = useRef<HTMLIFrameElement>(null);
  const path = changes?.source && changes.source.version > 0 ? changes.source.path : null;
  const chosen = studio.editor.selected.value;
  const choose = (): void => {
    const document = element.current?.contentDocument;
    for (const old of document?.querySelectorAll(`[${CHOSEN}]`) ?? []) old.removeAttribute(CHOSEN);
    if (document && chosen !== null) sectionElement(document, chosen)?.setAttribute(CHOSEN, "");
  };
  useEffect(choose, [chosen]);
  useEffect(() => {
    if (path === null) return undefined;
    let end = (): void => undefined;
    const timer = setInterval(() => {
      const source = element.current?.contentDocument;
      const draft = studio.frame.peek()?.document;
      if (!draft || !source?.body?.hasAttribute("data-page-id") || source.readyState === "loading") return;
      clearInterval(timer);
      markChanged(source, changes?.values ?? []);
      choose();
      end = together(draft, source);
    }, LOOK_MS);
    return () => {
      clearInterval(timer);
      end();
    };
  }, [path]);
  if (!changes || path === null) return null;
  const { title = "", language = "" } = changes.source ?? {};
  const name = say(WORDS.title, { title });
  return (
    <section class="beside" aria-label={name}>
      <p class="note">
        <bdi lang={language}>{name}</bdi> {changes.outdated && changedWords(changes)}{" "}
        <Leading studio={studio} to={sourceChangesAddress(studio.editor.id)} words={WORDS.compare} />
      </p>
      <iframe ref={element} src={draftAddress(path)} title={name} tabIndex={-1} />
    </section>
  );
}
