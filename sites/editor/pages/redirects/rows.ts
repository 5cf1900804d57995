/** Parses redirects from rows of text, with the outcome of each row. */
import { REDIRECTS_MAX_ENTRIES } from "../../../../manifests/bounds/documents.ts";
import { EDITOR_ROWS_MAX_LINES } from "../../../../manifests/bounds/editor.ts";
import { decodePointer } from "../../../../manifests/refusals/pointer.ts";
import { type Redirect, type Redirects, redirects as shape } from "../../../../runtime/documents/content/content.ts";
import { patternAllowed, sourceKey } from "../../../../runtime/documents/content/redirectSource.ts";
import { redirectAllowed } from "../../../../runtime/documents/unreachable.ts";
import { type OwnHosts, loopsBetweenHosts } from "../../../../runtime/documents/hostRedirects.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import { columnsIn, readRow, fileRows } from "./cells.ts";
import type { Entry, ReadRow } from "./readRow.ts";

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
const COMMENT = /^\s*#/;

export function readRows(text: string, present: Redirects, own: OwnHosts): Import {
  const taken = new Map(present.entries.map((entry) => [sourceKey(entry.from), entry]));
  const seen = new Set<string>();
  const within = lengthOfLines(text);
  const rows = fileRows(text.slice(0, within));
  const columns = columnsIn(rows[0]?.text ?? "");
  const lines = rows.flatMap(({ text: row, number }): RedirectLine[] => {
    if (row.trim() === "" || COMMENT.test(row) || (number === 1 && columns)) return [];
    const read = readRow(row, columns, own);
    const line = lineOf(number, read, taken, seen);
    if (isTaken(line)) taken.set(sourceKey(line.from), read.entry as Redirect);
    return [line];
  });
  if (within < text.length) lines.push(beyondLines());
  return withoutCircles(lines, taken, present, own);
}

/** The length of the lines that are read. A file of blank lines alone would have millions. */
function lengthOfLines(text: string): number {
  let end = -1;
  for (let line = 0; line < EDITOR_ROWS_MAX_LINES; line++) {
    end = text.indexOf("\n", end + 1);
    if (end === -1) return text.length;
  }
  return end + 1;
}

const beyondLines = (): RedirectLine => ({
  number: EDITOR_ROWS_MAX_LINES + 1,
  from: "",
  to: "",
  state: "refused",
  reason: say(words.tooMany, { most: REDIRECTS_MAX_ENTRIES }),
});

export const isTaken = ({ state }: RedirectLine): boolean => state === "added" || state === "replaced";

/**
 * Refuses rows that complete a redirect loop. Refusing a row restores the entry that it replaced, so the result is
 * checked again.
 */
function withoutCircles(
  lines: readonly RedirectLine[],
  taken: ReadonlyMap<string, Redirect>,
  present: Redirects,
  own: OwnHosts,
): Import {
  const entries = [...taken.values()];
  const turning = new Set(
    loopsBetweenHosts({ entries }, own.hostnames, own.place).map(
      ({ pointer }) => entries[Number(decodePointer(pointer).at(-1))]?.from,
    ),
  );
  const found = lines.filter((line) => isTaken(line) && turning.has(line.from));
  if (found.length === 0) return { lines, entries };
  const kept = new Map(taken);
  const had = new Map(present.entries.map((entry) => [sourceKey(entry.from), entry]));
  for (const { from } of found) {
    const key = sourceKey(from);
    const before = had.get(key);
    if (before) kept.set(key, before);
    else kept.delete(key);
  }
  const circular = new Set(found);
  const rest = lines.map((line) => (circular.has(line) ? refused(line, words.endless) : line));
  return withoutCircles(rest, kept, present, own);
}

function lineOf(
  number: number,
  { entry, fault, hadAnchor }: ReadRow,
  taken: ReadonlyMap<string, Redirect>,
  seen: Set<string>,
): RedirectLine {
  const { from, to = "", status } = entry;
  const line: RedirectLine = {
    number,
    from,
    to: status === 410 ? words.gone : to,
    state: "added",
    reason: hadAnchor ? words.anchorLeftOut : "",
  };
  const reason = fault === undefined ? faultOf(entry, taken, seen) : words.faults[fault];
  if (reason !== undefined) return refused(line, reason);
  const key = sourceKey(from);
  seen.add(key);
  const before = taken.get(key);
  if (!before) return line;
  return { ...line, state: JSON.stringify(before) === JSON.stringify(entry) ? "same" : "replaced" };
}

function faultOf(entry: Entry, taken: ReadonlyMap<string, Redirect>, seen: ReadonlySet<string>): string | undefined {
  const { from, to = "", status } = entry;
  if (from === "" || (to === "" && status !== 410)) return words.incomplete;
  if (seen.has(sourceKey(from))) return words.twice;
  if (status !== 410 && !STATUSES.some((one) => one === status))
    return say(words.allowed, { allowed: [...STATUSES, 410].join(", ") });
  const allowed = allowedFor(entry);
  if (allowed !== undefined) return say(words.allowed, { allowed });
  const isFull = !taken.has(sourceKey(from)) && taken.size >= REDIRECTS_MAX_ENTRIES;
  return isFull ? say(words.tooMany, { most: REDIRECTS_MAX_ENTRIES }) : undefined;
}

/** Describes what an entry may be. Undefined for a sound one. */
const allowedFor = (entry: Entry): string | undefined =>
  shape.safeParse({ entries: [entry] }).success
    ? (patternAllowed(entry.from) ?? redirectAllowed(entry.from))
    : WANTED[faultyMember(entry)];

const WANTED = {
  from: "a path such as /old-page, /blog/*, /:year/:name or /?p=12",
  to: "a path or an https address",
} as const;

/** The faulty address of an entry: `to` if the entry is valid with another target. */
const faultyMember = ({ from }: Entry): keyof typeof WANTED =>
  shape.safeParse({ entries: [{ from, status: 410 }] }).success ? "to" : "from";

const refused = (line: RedirectLine, reason: string): RedirectLine => ({ ...line, state: "refused", reason });
