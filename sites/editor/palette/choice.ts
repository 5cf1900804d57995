import { fold } from "../../../runtime/search/words.ts";
import type { ScriptWords } from "../../words/en/script.ts";

/** One thing that a member may go to or do. */
export interface PaletteChoice {
  readonly kind: keyof ScriptWords["palette"]["kinds"];
  readonly title: string;
  /** A second line, such as the address of a page. */
  readonly note?: string;
  run(): void;
}

/** A part of what was found, and the way to the next part. Null at the end. */
export interface FoundChoices {
  readonly choices: readonly PaletteChoice[];
  readonly more: (() => Promise<FoundChoices | null>) | null;
}

/** The choices whose titles have every typed word, those that begin with the text first. */
export function matching(choices: readonly PaletteChoice[], text: string): readonly PaletteChoice[] {
  const typed = fold(text.trim());
  const words = typed.split(/\s+/);
  const found = choices.flatMap((choice) => {
    const title = fold(choice.title);
    return words.every((word) => title.includes(word)) ? [{ choice, isFirst: title.startsWith(typed) }] : [];
  });
  return found.toSorted((one, other) => Number(other.isFirst) - Number(one.isFirst)).map(({ choice }) => choice);
}
