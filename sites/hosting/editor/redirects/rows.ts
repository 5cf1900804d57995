/** Parses redirects from rows of text, with the outcome of each row. */
import { REDIRECTS_MAX_ENTRIES } from "../../../../manifests/bounds/documents.ts";
import type { Redirect, Redirects } from "../../../../runtime/documents/content.ts";
import { redirects as shape } from "../../../../runtime/documents/content.ts";
import { redirectAllowed } from "../../../../runtime/documents/unreachable.ts";
import { redirectLoops } from "../../../../runtime/editing/redirectLoops.ts";
import { say } from "../../../shared/editor/words/say.ts";
import { WORDS } from "../../../shared/editor/words/words.ts";

const { redirects: words } = WORDS;

export interface RedirectLine {
  readonly number: number;
  readonly from: string;
  readonly to: string;
  readonly state: keyof typeof words.states;
  /** The reason why the row is refused; empty if it is not. */
  readonly reason: string;
}

export interface Import {
  readonly lines: readonly RedirectLine[];
  /** All redirects after the import. */
  readonly entries: readonly Redirect[];
}

const STATUSES = [301, 302, 307, 308] as const;
const SEPARATORS = /[,;\t]/;
const HEADLINE = /^"?(?:from|old|source|von|alt)\b/i;

export function readRows(text: string, present: Redirects, hostnames: readonly string[]): Import {
  const taken = new Map(present.entries.map((entry) => [entry.from, entry]));
  const seen = new Set<string>();
  const lines = text.split(/\r\n|\r|\n/).flatMap((row, index): RedirectLine[] => {
    if (row.trim() === "" || (index === 0 && HEADLINE.test(row))) return [];
    const entry = entryIn(row);
    const line = lineOf(index + 1, entry, taken, seen);
    if (isTaken(line)) taken.set(entry.from, entry as Redirect);
    return [line];
  });
  return withoutCircles(lines, taken, present, hostnames);
}

export const isTaken = ({ state }: RedirectLine): boolean => state === "added" || state === "replaced";

/**
 * Refuses rows that complete a redirect loop. Refusing a row restores the entry that it replaced, so the result is
 * checked again.
 */
function withoutCircles(
  lines: readonly RedirectLine[],
  taken: ReadonlyMap<string, Redirect>,
  present: Redirects,
  hostnames: readonly string[],
): Import {
  const entries = [...taken.values()];
  const turning = new Set(
    redirectLoops({ entries }, hostnames).map(({ pointer }) => entries[Number(pointer.slice(9))]?.from),
  );
  const found = lines.filter((line) => isTaken(line) && turning.has(line.from));
  if (found.length === 0) return { lines, entries };
  const kept = new Map(taken);
  for (const { from } of found) {
    const before = present.entries.find((entry) => entry.from === from);
    if (before) kept.set(from, before);
    else kept.delete(from);
  }
  const rest = lines.map((line) => (found.includes(line) ? refused(line, words.endless) : line));
  return withoutCircles(rest, kept, present, hostnames);
}

interface Entry {
  readonly from: string;
  readonly to?: string;
  readonly status: number;
}

function entryIn(row: string): Entry {
  const cells = cellsOf(row);
  const [from = "", to = "", status = ""] = cells;
  if (status === "410" || to === "410") return { from, status: 410 };
  return { from, to, status: status === "" ? 301 : Number(status) };
}

/** The cells of a row. Quoted cells may contain the separator. */
function cellsOf(row: string): string[] {
  const cells = row.match(/"(?:[^"]|"")*"|[^,;\t]+|(?<=[,;\t]|^)(?=[,;\t])/g) ?? [];
  return cells.filter((cell) => !SEPARATORS.test(cell) || cell.startsWith('"')).map(plain);
}

const plain = (cell: string): string => {
  const text = cell.trim();
  return text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1).replaceAll('""', '"').trim() : text;
};

function lineOf(number: number, entry: Entry, taken: ReadonlyMap<string, Redirect>, seen: Set<string>): RedirectLine {
  const { from, to = "", status } = entry;
  const line: RedirectLine = { number, from, to: status === 410 ? words.gone : to, state: "added", reason: "" };
  const reason = faultOf(entry, taken, seen);
  if (reason !== undefined) return refused(line, reason);
  seen.add(from);
  const before = taken.get(from);
  if (!before) return line;
  return { ...line, state: JSON.stringify(before) === JSON.stringify(entry) ? "same" : "replaced" };
}

function faultOf(entry: Entry, taken: ReadonlyMap<string, Redirect>, seen: ReadonlySet<string>): string | undefined {
  const { from, to = "", status } = entry;
  if (from === "" || (to === "" && status !== 410)) return words.incomplete;
  if (seen.has(from)) return words.twice;
  if (status !== 410 && !STATUSES.some((one) => one === status))
    return say(words.allowed, { allowed: [...STATUSES, 410].join(", ") });
  const parsed = shape.safeParse({ entries: [entry] });
  const allowed = parsed.success ? redirectAllowed(from) : WANTED[faultyMember(entry)];
  if (allowed !== undefined) return say(words.allowed, { allowed });
  const isFull = !taken.has(from) && taken.size >= REDIRECTS_MAX_ENTRIES;
  return isFull ? say(words.tooMany, { most: REDIRECTS_MAX_ENTRIES }) : undefined;
}

const WANTED = { from: "a path such as /old-page, which may end in /*", to: "a path or an https address" } as const;

/** The faulty address of an entry: `to` if the entry is valid with another target. */
const faultyMember = ({ from }: Entry): keyof typeof WANTED =>
  shape.safeParse({ entries: [{ from, status: 410 }] }).success ? "to" : "from";

const refused = (line: RedirectLine, reason: string): RedirectLine => ({ ...line, state: "refused", reason });
