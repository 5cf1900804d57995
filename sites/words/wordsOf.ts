import { type RefusalCode, refusalText } from "../../manifests/refusals/refusal.ts";
import { WORDS } from "./words.ts";

/** The text of a refusal, from the tables of the editor, of the pages before it, and of rare refusals. */
export function wordsOf(code: RefusalCode): string {
  const { refusals, doors, answers } = WORDS;
  const others: Partial<Record<RefusalCode, string>> = { ...doors.refused, ...answers.codes, ...refusals };
  return others[code] ?? refusalText(code);
}
