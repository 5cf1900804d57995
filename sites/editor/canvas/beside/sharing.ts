/** Tells a member in which languages the value changes that they begin to write. */
import type { TranslationsView } from "../../../../runtime/editing/languages/views.ts";
import { CANVAS } from "../../document/words.ts";
import { say } from "../../../words/shape/say.ts";
import type { Studio } from "../studio/studio.ts";

export async function tellLanguages({ client, editor }: Studio): Promise<void> {
  const answer = await client.read<TranslationsView>(`/api/translations?page=${encodeURIComponent(editor.id)}`);
  if (!answer.ok) return;
  const { items, languages } = answer.value.body;
  const names = (items[0]?.translations ?? [])
    .filter(({ page }) => page !== null && page.id !== editor.id)
    .map(({ language }) => languages.find(({ tag }) => tag === language)?.name ?? language);
  if (names.length === 0) return;
  const listed = new Intl.ListFormat(document.documentElement.lang || undefined).format(names);
  editor.say(say(CANVAS.notices.shared, { languages: listed }));
}
