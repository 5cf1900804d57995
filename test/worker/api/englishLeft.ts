import { EN } from "../../../sites/words/en/index.ts";
import { TABLES } from "../../../sites/words/tables.ts";
import { unescaped } from "./unescaped.ts";

type Table = Readonly<Record<string, unknown>>;

/** All texts of a table with their paths. */
function* texts(node: unknown, at = ""): Generator<readonly [at: string, text: string]> {
  if (typeof node === "string") yield [at, node];
  else if (typeof node === "object" && node !== null)
    for (const [name, child] of Object.entries(node as Table)) yield* texts(child, `${at}.${name}`);
}

/** The least length of a sentence part between values. Shorter ones may be names or words of another language. */
const PART_MIN_CHARS = 12;

const german = new Set([...texts(TABLES.de)].map(([, text]) => text));
const english = [...texts(EN)].flatMap(([, text]) => (german.has(text) ? [] : [text]));
const whole = new Set(english.filter((text) => !text.includes("{") && /[a-z]{2}/.test(text)));
const parts = new Set(
  english
    .filter((text) => text.includes("{"))
    .flatMap((text) => text.split(/\{\w+\}/).map((part) => part.trim()))
    .filter((part) => part.length >= PART_MIN_CHARS),
);

/** Visible and announced texts, without those marked as English and the names of members' things. */
function heard(html: string): string[] {
  const page = html
    .replaceAll(/<(?:script|style)\b.*?<\/(?:script|style)>/gs, "")
    .replaceAll(/<bdi\b[^>]*>.*?<\/bdi>/gs, "");
  const spoken = [...page.matchAll(/ (?:aria-label|title|placeholder|alt|content)="([^"]*)"/g)].map(
    ([, text = ""]) => text,
  );
  const shown = page.replaceAll(/<[^>]*>/g, "\n").split("\n");
  return [...spoken, ...shown].map((text) => unescaped(text).trim()).filter((text) => text !== "");
}

/** English editor texts on a German page. */
export const englishLeft = (html: string): string[] =>
  heard(html).filter((text) => whole.has(text) || [...parts].some((part) => text.includes(part)));
