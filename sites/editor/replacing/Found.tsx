import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ReplacingWords } from "../../words/en/pages/replacing.ts";
import { say } from "../../words/shape/say.ts";
import { changeKey, type TextLeft, type PlannedTexts, type TextChange } from "./plannedText.ts";
import { textKey } from "./run.ts";
import type { FoundTexts } from "./siteSearch.ts";
import { excerpts } from "./excerpts.ts";

interface FoundProps {
  readonly words: ReplacingWords;
  readonly found: FoundTexts;
  readonly onApply: (isChosen: (key: string) => boolean) => void;
  readonly onAgain: () => void;
}

interface FoundDocument extends PlannedTexts {
  /** The id of a page, or the kind of a document beside them. */
  readonly id: string;
  readonly title: string;
  readonly path: string;
}

/** Documents that one press shows. */
const SHOWN = 100;

/** Each text with the words, before and after, with a tick. */
export function Found({ words, found, onApply, onAgain }: FoundProps): JSX.Element {
  const [left, leave] = useState<ReadonlySet<string>>(new Set());
  const [shown, show] = useState(SHOWN);
  const documents = documentsOf(found, words);
  const chosen = documents.flatMap(({ id, changes }) =>
    changes.map((one) => textKey(id, one)).filter((key) => !left.has(key)),
  );
  const toggle = (keys: readonly string[], isWanted: boolean): void =>
    leave(new Set(isWanted ? [...left].filter((key) => !keys.includes(key)) : [...left, ...keys]));
  return (
    <section aria-labelledby="found-title">
      <h2 id="found-title">{documents.length === 0 ? words.nothing : say(words.foundIn, { n: documents.length })}</h2>
      <p class="acts">
        {documents.length > 0 && (
          <button type="button" disabled={chosen.length === 0} onClick={() => onApply((key) => !left.has(key))}>
            {say(words.replaceIn, { n: chosen.length })}
          </button>
        )}{" "}
        <button type="button" class="quiet" onClick={onAgain}>
          {words.again}
        </button>
      </p>
      <ul class="rows">
        {documents.slice(0, shown).map((one) => (
          <Row key={one.id} {...{ words, left }} document={one} onToggle={toggle} />
        ))}
      </ul>
      {documents.length > shown && (
        <p>
          {say(words.more, { n: documents.length - shown })}{" "}
          <button type="button" class="quiet" onClick={() => show(shown + SHOWN)}>
            {words.showMore}
          </button>
        </p>
      )}
    </section>
  );
}

const documentsOf = ({ pages, beside }: FoundTexts, words: ReplacingWords): readonly FoundDocument[] => [
  ...pages.map(({ stored: { id, body }, changes, kept }) => ({
    id,
    title: body.title,
    path: body.path,
    changes,
    kept,
  })),
  ...beside.map(({ kind, changes, kept }) => ({ id: kind, title: words.beside[kind], path: "", changes, kept })),
];

interface RowProps {
  readonly words: ReplacingWords;
  readonly document: FoundDocument;
  readonly left: ReadonlySet<string>;
  readonly onToggle: (keys: readonly string[], isWanted: boolean) => void;
}

function Row({ words, document: { id, title, path, changes, kept }, left, onToggle }: RowProps): JSX.Element {
  const keys = changes.map((change) => textKey(id, change));
  return (
    <li class="row">
      <div class="what">
        <p class="name">
          {changes.length > 0 ? (
            <label>
              <input
                type="checkbox"
                checked={keys.some((key) => !left.has(key))}
                onChange={({ currentTarget }) => onToggle(keys, currentTarget.checked)}
              />{" "}
              <bdi>{title}</bdi>
            </label>
          ) : (
            <bdi>{title}</bdi>
          )}{" "}
          <span class="facts">
            <bdi>{path}</bdi>
          </span>
        </p>
        <ul class="replaced">
          {changes.map((change) => {
            const key = textKey(id, change);
            return (
              <li key={key}>
                <Change {...{ words, change }} isChosen={!left.has(key)} onToggle={(is) => onToggle([key], is)} />
              </li>
            );
          })}
          {kept.map((text) => (
            <li key={changeKey(text)}>
              <Kept {...{ words, text }} />
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}

/** Members of pages and settings have names of ours, fields those of their plugins. */
function nameOf(words: ReplacingWords, { section, name }: Pick<TextChange, "section" | "name">): string {
  const ours: Readonly<Record<string, string>> = words.members;
  return section === null ? (ours[name] ?? "") : name;
}

interface ChangeProps {
  readonly words: ReplacingWords;
  readonly change: TextChange;
  readonly isChosen: boolean;
  readonly onToggle: (isWanted: boolean) => void;
}

function Change({ words, change, isChosen, onToggle }: ChangeProps): JSX.Element {
  const [was, is] = excerpts(change.before, change.after);
  return (
    <label>
      <input type="checkbox" checked={isChosen} onChange={({ currentTarget }) => onToggle(currentTarget.checked)} />{" "}
      <span class="facts">
        <bdi>{nameOf(words, change)}</bdi>
      </span>{" "}
      <del dir="auto">{was}</del> <ins dir="auto">{is}</ins>
    </label>
  );
}

function Kept({ words, text }: { readonly words: ReplacingWords; readonly text: TextLeft }): JSX.Element {
  const [was] = excerpts(text.before, "");
  return (
    <>
      <span class="facts">
        <bdi>{nameOf(words, text)}</bdi>
      </span>{" "}
      <span dir="auto">{was}</span> <strong class="warning">{words.kept[text.why]}</strong>
    </>
  );
}
