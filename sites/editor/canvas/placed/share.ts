/** Makes a section of the page a shared one, and a shared one the page's own again. Both are edits that undo takes back. */
import type { TranslationsView } from "../../../../runtime/editing/languages/views.ts";
import type { PageOperation } from "../../../../runtime/editing/operations/pageOperation.ts";
import { placeOf, sectionIds } from "../../../../runtime/editing/operations/sectionTree.ts";
import { failureText } from "../../api/failure.ts";
import type { PageView } from "../../api/views.ts";
import { LISTS } from "../../document/listWords.ts";
import { SCRIPT } from "../../document/words.ts";
import { say } from "../../../words/shape/say.ts";
import type { Editor } from "../page/editor.ts";
import { entryTitles } from "../page/sectionName.ts";
import { withFreeIds } from "../page/moves.ts";
import { type Studio, select } from "../studio/studio.ts";
import { entryShown, placingHere } from "./placing.ts";

const WORDS = LISTS.placed;

/** The operations that put other sections in the place of one. */
function inPlaceOf(
  { body }: Editor,
  id: string,
  sections: readonly Parameters<typeof withFreeIds>[0][],
): { readonly operations: readonly PageOperation[]; readonly first: string | null } {
  const page = body.peek();
  const { siblings, index } = placeOf(page.sections, id) ?? { siblings: undefined, index: 0 };
  const gone = new Set(sectionIds(page.sections.filter((one) => one.id === id)));
  const taken = new Set(sectionIds(page.sections).filter((one) => !gone.has(one)));
  const made = sections.map((section) => withFreeIds(section, taken));
  const inserts = made.map((section, n) => ({ op: "insert" as const, section, at: { ...siblings, index: index + n } }));
  return { operations: [{ op: "remove", section: id }, ...inserts], first: made[0]?.id ?? null };
}

/** Makes the shared section, and shows it where the section stood. Answers the reason if it cannot. */
export async function share(studio: Studio, id: string, title: string): Promise<string | null> {
  const { editor, client } = studio;
  const [section, placing] = [editor.section(id), placingHere(editor)];
  if (!section || !placing) return WORDS.nothing;
  const { language } = editor.body.peek();
  const body = { title, type: placing.of, sections: [section], ...(language !== undefined && { language }) };
  const made = await client.change<{ readonly page: string }>("/api/pages", { method: "POST", body: { body } });
  if (!made.ok) return failureText(SCRIPT, made.error);
  entryTitles.value = { ...entryTitles.peek(), [made.value.body.page]: title };
  const shown = { type: placing.type, fields: { [placing.field]: made.value.body.page } };
  const { operations, first } = inPlaceOf(editor, id, [shown]);
  if (!editor.act({ operations, name: WORDS.share, spot: { section: id } })) return WORDS.moved;
  select(studio, first, false);
  editor.say(say(WORDS.shared, { title }));
  return null;
}

/** The shared section in the language of the page, as visitors of the page see it. */
async function shownHere({ editor, client }: Studio, entry: string): Promise<PageView | undefined> {
  const read = (id: string) => client.read<PageView>(`/api/pages/${encodeURIComponent(id)}`);
  const { language } = editor.body.peek();
  const group = await client.read<TranslationsView>("/api/translations", { query: { page: entry } });
  const all = group.ok ? (group.value.body.items[0]?.translations ?? []) : [];
  const inLanguage = all.find((one) => one.language === language)?.page?.id;
  const found = await read(inLanguage ?? entry);
  return found.ok ? found.value.body : undefined;
}

export async function detach(studio: Studio, id: string): Promise<void> {
  const { editor } = studio;
  const entry = entryShown(editor, editor.section(id));
  const shown = entry === undefined ? undefined : await shownHere(studio, entry);
  if (!shown || shown.body.sections.length === 0) return editor.say(WORDS.nothing);
  const { operations, first } = inPlaceOf(editor, id, shown.body.sections);
  if (!editor.act({ operations, name: WORDS.detach, spot: { section: id } })) return editor.say(WORDS.moved);
  select(studio, first, false);
  editor.say(WORDS.detached);
}
