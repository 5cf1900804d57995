import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { BackLinksView } from "../../../../runtime/editing/views.ts";
import { LISTS } from "../../document/listWords.ts";
import { say } from "../../../words/shape/say.ts";
import { leaveFor } from "../keeping/leaving.ts";
import { pageAddress } from "../studio/address.ts";
import type { Studio } from "../studio/studio.ts";
import { entryShown, standsElsewhere } from "./placing.ts";
import { detach } from "./share.ts";

const WORDS = LISTS.placed;

interface Props {
  readonly studio: Studio;
}

/** The pages that a shared section stands on. Null until the site has answered. `version` is one that may have changed them. */
function useUses({ client }: Studio, entry: string, version: number): BackLinksView | null {
  const [uses, put] = useState<BackLinksView | null>(null);
  useEffect(() => {
    void client
      .read<BackLinksView>(`/api/pages/${encodeURIComponent(entry)}/links`)
      .then((answer) => answer.ok && put(answer.value.body));
  }, [entry, version]);
  return uses;
}

/** The number of places besides the page that is open. */
const others = ({ items }: BackLinksView, here: string): number =>
  items.filter(({ kind, id }) => kind !== "page" || id !== here).length;

/** The places in words. */
function reach(uses: BackLinksView, here: string): string {
  const n = others(uses, here);
  const isHere = n < uses.items.length;
  if (uses.more) return say(WORDS.onMore, { n });
  if (n === 0) return isHere ? WORDS.alone : WORDS.nowhere;
  return say(isHere ? WORDS.also : WORDS.on, { n });
}

function Reach({ studio, entry, section }: Props & { readonly entry: string; readonly section: string | null }) {
  const uses = useUses(studio, entry, section === null ? 0 : studio.editor.queue.value.base.version);
  useEffect(() => {
    if (uses && section === null && uses.items.length > 0)
      studio.editor.say(`${reach(uses, studio.editor.id)} ${WORDS.reaches}`);
  }, [uses]);
  if (!uses) return null;
  const to = pageAddress(entry);
  return (
    <div class="clash" role="note">
      <p>
        {reach(uses, studio.editor.id)} {others(uses, studio.editor.id) > 0 && WORDS.reaches}
      </p>
      {section === null ? (
        <ul>
          {uses.items.map(({ kind, id, title }) => (
            <li key={`${kind} ${id}`}>{kind === "page" ? <bdi>{title ?? id}</bdi> : WORDS.regions}</li>
          ))}
        </ul>
      ) : (
        <p class="notice-acts">
          <button type="button" class="quiet" onClick={() => void leaveFor(studio, to)}>
            {WORDS.change}
          </button>{" "}
          <button type="button" class="quiet" onClick={() => void detach(studio, section)}>
            {WORDS.detach}
          </button>
        </p>
      )}
    </div>
  );
}

/** Tells where a shared section stands, before a member changes it: at the section that shows it, and in its own place. */
export function PlacedNote({ studio }: Props): JSX.Element | null {
  const { editor } = studio;
  const section = editor.section(editor.selected.value);
  const shown = entryShown(editor, section);
  if (section && shown !== undefined) return <Reach key={shown} studio={studio} entry={shown} section={section.id} />;
  return standsElsewhere(editor) ? <Reach key="" studio={studio} entry={editor.id} section={null} /> : null;
}
