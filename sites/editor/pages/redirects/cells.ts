/** Reads one redirect from a row of text, in the forms that spreadsheets and other systems write. */
import { sitePathOf } from "../../../../runtime/documents/content/languageHosts.ts";
import type { OwnHosts } from "../../../../runtime/documents/hostRedirects.ts";
import { rowCells, type Separator, SEPARATORS } from "../../../../manifests/shapes/csvReader.ts";
import { addressOfRegex } from "../../../../manifests/shapes/regexAddress.ts";
import type { Entry, ReadRow } from "./readRow.ts";
import { serverRule } from "./serverRules.ts";

/** The positions of the columns. A file of other software has more of them, and in another order. */
interface Columns {
  readonly from: number;
  readonly to: number;
  readonly code: number;
  /** Says 1 if the old address is a regular expression. */
  readonly regex?: number;
  /** Says whether the redirect is switched on. */
  readonly state?: number;
}

/** Columns of the lists that this page asks for. */
const PLAIN: Columns = { from: 0, to: 1, code: 2 };
/** Columns of a widespread export: source, target, regex, code, type, hits, title, status. */
const EXPORTED: Columns = { from: 0, to: 1, regex: 2, code: 3, state: 7 };

const NAMES = {
  from: ["from", "old", "source", "von", "alt", "quelle"],
  to: ["to", "new", "target", "destination", "nach", "neu", "ziel"],
  code: ["code", "status", "type", "art"],
  regex: ["regex"],
} as const;

const ADDRESS = /^(?:\/|https?:\/\/)/i;

/** A row of a file, and the number of its first line. */
export interface Row {
  readonly text: string;
  readonly number: number;
}

/** Matches a row whose last cell begins with a quotation mark and does not end. */
const OPEN = /(?:^|[\t,;]) *"(?:[^"]|"")*$/;
const NEW_ROW = /^\s*"?(?:\/|https?:\/\/)/i;

/**
 * The rows of a text. A quoted cell may contain line breaks, such as a title in an export. A quotation mark that nothing
 * closes before the next redirect stays on its line, so that a stray one hides no other row.
 */
export function fileRows(text: string): readonly Row[] {
  const lines = text.split(/\r\n|\r|\n/);
  const rows: Row[] = [];
  for (let at = 0; at < lines.length;) {
    const end = endOfRow(lines, at);
    rows.push({ text: lines.slice(at, end).join("\n"), number: at + 1 });
    at = end;
  }
  return rows;
}

/** The line after the row that begins at a line. A line has an odd number of quotation marks if it opens or closes a cell. */
function endOfRow(lines: readonly string[], begin: number): number {
  if (!OPEN.test(lines[begin] ?? "")) return begin + 1;
  let end = begin + 1;
  while (end < lines.length && !NEW_ROW.test(lines[end] ?? "")) {
    const marks = (lines[end] ?? "").split('"').length - 1;
    end += 1;
    if (marks % 2 === 1) return end;
  }
  return begin + 1;
}

/** The columns that a first row names. Undefined if it is a redirect itself. */
export function columnsIn(row: string): Columns | undefined {
  const cells = SEPARATORS.map((one) => cellsOf(row, one)).find(({ length }) => length > 1) ?? cellsOf(row, ",");
  const names = cells.map((cell) => (cell.toLowerCase().match(/[a-z]+/) ?? [""])[0]);
  const at = (known: readonly string[]): number | undefined =>
    known.map((name) => names.indexOf(name)).find((index) => index >= 0);
  const from = at(NAMES.from);
  if (from === undefined || cells.some((cell) => ADDRESS.test(cell))) return undefined;
  const code = at(NAMES.code) ?? PLAIN.code;
  const [regex, state] = [at(NAMES.regex), names.indexOf("status")];
  return {
    from,
    to: at(NAMES.to) ?? PLAIN.to,
    code,
    ...(regex === undefined ? {} : { regex }),
    ...(state === -1 || state === code ? {} : { state }),
  };
}

/** Reads a row. An address with one of the site's own hostnames is a path of the site. */
export function readRow(row: string, named: Columns | undefined, own: OwnHosts): ReadRow {
  return serverRule(row) ?? cellRule(row, named, own);
}

function cellRule(row: string, named: Columns | undefined, own: OwnHosts): ReadRow {
  const { hostnames } = own;
  const cells = separated(row, named ?? PLAIN);
  const columns = named ?? (isExported(cells) ? EXPORTED : PLAIN);
  const cell = (at: number | undefined): string => (at === undefined ? "" : (cells[at] ?? ""));
  const old = withParameters(cells, columns);
  const written = fromMain(old.from, hostnames);
  const [address = ""] = written.split("#", 1);
  const target = targetOn(old.to, own);
  const isRegex = cell(columns.regex) === "1" || REGEX.test(address);
  const plain = isRegex ? addressOfRegex(address, target) : { from: address, to: splatOf(target, address) };
  const entry = entryOf(plain ?? { from: address, to: target }, old.code);
  const fault = plain ? faultOf(entry, { state: cell(columns.state), hostnames }) : "pattern";
  return { entry, fault, hadAnchor: written !== address };
}

const entryOf = ({ from, to }: { readonly from: string; readonly to: string }, code: string): Entry =>
  code === "410" || to === "410" ? { from, status: 410 } : { from, to, status: statusOf(code) };

const isExported = ([, , regex = "", code = ""]: readonly string[]): boolean =>
  /^[01]$/.test(regex) && /^\d{3}$/.test(code);

/**
 * The cells of a row. A tab is in no address, so it is the separator wherever there is one. Commas, semicolons and
 * spaces can be part of an address, so they separate only if two addresses result.
 */
function separated(row: string, { from, to }: Columns): string[] {
  if (row.includes("\t")) return cellsOf(row, "\t");
  const forms = [cellsOf(row, ","), cellsOf(row, ";"), row.trim().split(/\s+/)];
  const isPair = (cells: string[]): boolean =>
    ADDRESS.test(cells[from] ?? "") && /^(?:\/|https?:\/\/|410$|$)/i.test(cells[to] ?? "") && cells.length > 1;
  return forms.find(isPair) ?? forms.find(({ length }) => length > 1) ?? forms[0] ?? [];
}

/** Splits a row at a separator. Quoted cells may contain it. */
const cellsOf = (row: string, separator: Separator): string[] => rowCells(row, separator).map((cell) => cell.trim());

/** An exclamation mark after the status makes some systems redirect even if there is a page, which is not possible. */
const statusOf = (code: string): number => (code === "" ? 301 : Number(code.replace(/!$/, "")));

function onSite(address: string, hostnames: readonly string[]): string {
  const url = /^https?:\/\//i.test(address) ? URL.parse(address) : null;
  if (!url || !hostnames.includes(url.hostname)) return address;
  return address.replace(/^https?:\/\/[^/?#]*/i, "").replace(/^(?!\/)/, "/");
}

/**
 * An address that a rule leads to. One at the hostname of a language is a path below its prefix. An address of another
 * site stays as it is written, with its scheme.
 */
function targetOn(address: string, { hostnames, place }: OwnHosts): string {
  const hosts = place.hosts?.map(({ hostname }) => hostname) ?? [];
  const written = onSite(
    address,
    hostnames.filter((name) => !hosts.includes(name)),
  );
  const secure = written.replace(/^http:/i, "https:");
  const path = sitePathOf(secure, place);
  return path === secure ? written : path;
}

/** Some systems write `:splat` where this site may write `*`. */
const splatOf = (to: string, from: string): string =>
  from.endsWith("/*") && to.endsWith("/:splat") ? `${to.slice(0, -":splat".length)}*` : to;

/** An old address with the main hostname of the site is its path. A further hostname stays, with `https`. */
function fromMain(address: string, hostnames: readonly string[]): string {
  const path = onSite(address, hostnames.slice(0, 1));
  return path.replace(/^http:/i, "https:");
}

/** Signs of a regular expression in an old address. */
const REGEX = /^[~^]|\$$|\.\*|\\[./]|\([^)]*\)/;

/** Parameters that some systems write between the addresses, as in `/old id=:id /new/:id 301`. */
function withParameters(
  cells: readonly string[],
  { from, to, code }: Columns,
): { readonly from: string; readonly to: string; readonly code: string } {
  const [old = "", next = "", status = ""] = [cells[from], cells[to], cells[code]];
  const at = cells.findIndex((one, index) => index > 0 && ADDRESS.test(one));
  const params = cells.slice(1, at);
  const isAsked = from === 0 && at > 1 && params.every((one) => /^[^=/]+=/.test(one));
  return isAsked
    ? { from: `${old}?${params.join("&")}`, to: cells[at] ?? "", code: cells[at + 1] ?? "" }
    : { from: old, to: next, code: status };
}

function faultOf(
  { from }: Entry,
  { state, hostnames }: { state: string; hostnames: readonly string[] },
): ReadRow["fault"] {
  if (/^(?:disabled|inactive|off|0)$/i.test(state)) return "switchedOff";
  const host = /^https?:\/\/([^/?#]*)/i.exec(from)?.[1]?.toLowerCase();
  return host === undefined || hostnames.slice(1).includes(host) ? undefined : "otherSite";
}
