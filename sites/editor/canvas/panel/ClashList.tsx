import type { JSX } from "preact";
import { CANVAS } from "../../words.ts";
import { say } from "../../../shared/editor/words/say.ts";
import { schemaAt, fieldTitle } from "../page/schema.ts";
import type { Studio } from "../studio/studio.ts";
import type { Clash } from "../queue/rebase.ts";

const WORDS = CANVAS.clash;

const shown = (value: unknown): string =>
  value === null || value === undefined || value === ""
    ? WORDS.empty
    : typeof value === "string"
      ? value
      : JSON.stringify(value, null, 1);

interface Props {
  readonly studio: Studio;
  /** Null for the page itself. */
  readonly section: string | null;
  /** Schema of its fields, where it is known. */
  readonly fields: Readonly<Record<string, unknown>> | undefined;
}

const Choice = ({ title, text, word, onClick }: { title: string; text: string; word: string; onClick: () => void }) => (
  <div class="clash-side">
    <h4>{title}</h4>
    <p>
      <bdi>{text}</bdi>
    </p>
    <button type="button" onClick={onClick}>
      {word}
    </button>
  </div>
);

/** Both texts of a field that two people changed, and the question which one stays. */
export function ClashList({ studio: { editor }, section, fields }: Props): JSX.Element | null {
  const clashes = editor.queue.value.clashes.filter((clash) => clash.section === section);
  const titleFor = ({ field }: Clash): string => fieldTitle(fields && schemaAt(fields, `/${field}`), field);
  if (clashes.length === 0) return null;
  return (
    <div class="clashes" role="alert">
      {clashes.map((clash) => (
        <section key={clash.field} class="clash">
          <h3>{say(WORDS.title, { field: titleFor(clash) })}</h3>
          <div class="clash-sides">
            <Choice
              title={WORDS.mine}
              text={shown(clash.mine)}
              word={WORDS.keepMine}
              onClick={() => editor.choose(clash, "mine")}
            />
            <Choice
              title={WORDS.theirs}
              text={shown(clash.theirs)}
              word={WORDS.keepTheirs}
              onClick={() => editor.choose(clash, "theirs")}
            />
          </div>
        </section>
      ))}
    </div>
  );
}
