import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { CANVAS } from "../../document/words.ts";
import { say } from "../../../words/shape/say.ts";
import type { FieldServices } from "../../api/fieldServices.ts";
import { ValueText } from "../../fields/ValueText.tsx";
import { schemaAt, fieldTitle } from "../page/schema.ts";
import { studioServices } from "../studio/services.ts";
import type { Studio } from "../studio/studio.ts";
import type { Clash } from "../queue/rebase.ts";

const WORDS = CANVAS.clash;

interface Props {
  readonly studio: Studio;
  /** Null for the page itself. */
  readonly section: string | null;
  /** The schemas of its fields, where known. */
  readonly fields: Readonly<Record<string, unknown>> | undefined;
}

interface ChoiceProps {
  readonly services: FieldServices;
  readonly title: string;
  readonly value: unknown;
  readonly word: string;
  readonly onClick: () => void;
}

const Choice = ({ services, title, value, word, onClick }: ChoiceProps): JSX.Element => (
  <div class="clash-side">
    <h4>{title}</h4>
    <p>
      <ValueText services={services} value={value} empty={WORDS.empty} />
    </p>
    <button type="button" onClick={onClick}>
      {word}
    </button>
  </div>
);

/** Shows both values of a field that two members changed, and asks which to keep. */
export function ClashList({ studio, section, fields }: Props): JSX.Element | null {
  const { editor } = studio;
  const services = useMemo(() => studioServices(studio), [studio]);
  const clashes = editor.queue.value.clashes.filter((clash) => clash.section === section);
  const titleFor = ({ field }: Clash): string => fieldTitle(fields && schemaAt(fields, `/${field}`), field);
  if (clashes.length === 0) return null;
  return (
    <div class="clashes" role="alert">
      {clashes.map((clash) => (
        <section key={clash.field} class="clash">
          <h3>{say(WORDS[clash.isOwn ? "titleOwn" : "title"], { field: titleFor(clash) })}</h3>
          <div class="clash-sides">
            <Choice
              services={services}
              title={WORDS.mine}
              value={clash.mine}
              word={WORDS.keepMine}
              onClick={() => editor.choose(clash, "mine")}
            />
            <Choice
              services={services}
              title={WORDS[clash.isOwn ? "theirsOwn" : "theirs"]}
              value={clash.theirs}
              word={WORDS[clash.isOwn ? "keepTheirsOwn" : "keepTheirs"]}
              onClick={() => editor.choose(clash, "theirs")}
            />
          </div>
        </section>
      ))}
    </div>
  );
}
