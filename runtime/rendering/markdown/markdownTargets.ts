/**
 * Rewrites the URLs of links and pictures in Markdown. A parser finds and decodes them, because a pattern handles
 * neither entities nor escapes. A URL that is not allowed becomes `#`.
 */
import type { Token } from "markdown-it";
import { MARKDOWN_SEEN_MAX_DEPTH } from "../../../manifests/bounds/fields.ts";
import { type FoundAddress, MarkdownReader } from "./markdownReader.ts";

/** Decides which URL replaces a found one. Undefined if the URL is not allowed. */
export interface TargetJudge {
  link(address: string): string | undefined;
  picture(address: string): string | undefined;
}

interface Edit {
  readonly at: number;
  readonly end: number;
  readonly text: string;
}

const NOWHERE = "#";

/** The places of a text's addresses, and the targets of its links and pictures in the order in which readers meet them. */
export interface MarkdownAddresses {
  readonly spans: readonly Pick<Edit, "at" | "end">[];
  readonly shown: readonly string[];
}

/** Finds the addresses in a text. Undefined if the position of one is unknown, or if parts are nested too deep. */
export function markdownAddresses(text: string): MarkdownAddresses | undefined {
  const other = (address: string): string => `${address}!`;
  const writer = new TargetWriter(text, { link: other, picture: other });
  writer.write();
  return writer.refused ? undefined : { spans: writer.edits, shown: writer.shown };
}

/** Removes all links from a text, for any Markdown reader. */
export const withoutTargets = (text: string): string => text.replaceAll("[", "&#91;").replaceAll("<", "&lt;");

/** Rewrites the URLs in a text. Line breaks and all characters outside of URLs stay. */
export function writeTargets(text: string, judge: TargetJudge): string {
  const first = new TargetWriter(text, judge);
  const written = first.write();
  if (!first.refused) return written;
  const second = new TargetWriter(written, judge);
  second.write();
  return second.refused ? withoutTargets(text) : written;
}

class TargetWriter {
  /** True once the judge has refused a URL. */
  refused = false;
  readonly edits: Edit[] = [];
  /** The addresses of links and pictures. */
  readonly shown: string[] = [];
  readonly #reader: MarkdownReader;
  readonly #judge: TargetJudge;
  readonly #lines: string[];
  readonly #starts: number[] = [];
  /** For each table row, the offset up to which its line is processed, because the cells of a row share a line. */
  readonly #cells = new Map<number, number>();

  constructor(text: string, judge: TargetJudge) {
    this.#judge = judge;
    this.#lines = text.split("\n");
    let at = 0;
    for (const line of this.#lines) {
      this.#starts.push(at);
      at += line.length + 1;
    }
    this.#reader = new MarkdownReader(text);
  }

  write(): string {
    const text = this.#lines.join("\n");
    this.#definitions();
    let row = 0;
    for (const token of this.#reader.blocks) {
      if (token.level > MARKDOWN_SEEN_MAX_DEPTH) return this.#refuse(text);
      if (token.map) row = token.map[0];
      if (token.type === "inline" && !this.#block(token, row)) return this.#refuse(text);
    }
    return applied(text, this.edits);
  }

  #refuse(text: string): string {
    this.refused = true;
    return withoutTargets(text);
  }

  #definitions(): void {
    const spans = this.#reader.blocks
      .filter(({ type }) => type === "reference_definition")
      .flatMap(({ map }) => (map ? [map] : []));
    const found = [...this.#reader.met.addresses.values()].toSorted((one, other) => one.at - other.at);
    let next = 0;
    for (const [start, end] of spans) {
      const [from, to] = [this.#starts[start] ?? 0, this.#starts[end] ?? Infinity];
      while ((found[next]?.at ?? Infinity) < from) next += 1;
      for (; (found[next]?.at ?? Infinity) < to; next += 1)
        this.edits.push(...this.#defined(found[next] as FoundAddress));
    }
  }

  /** A footnote of one word is the address of a link for readers without footnotes, unless something follows it. */
  #defined(found: FoundAddress): Edit[] {
    const isNote = NOTE.test(this.#reader.met.text.slice(0, found.at).slice(-NOTE_MAX_CHARS));
    if (!isNote || this.#allowed(found.address, "link") !== undefined) return this.#readdressed(found, "link");
    return [{ at: found.end, end: found.end, text: " &#32;" }];
  }

  /** Rewrites one block. False if a URL's position in the text is unknown, because the parser changed its line. */
  #block({ content, map }: Token, row: number): boolean {
    const tokens = this.#reader.lines(content);
    if (tokens.some(({ level }) => level > MARKDOWN_SEEN_MAX_DEPTH)) return false;
    const edits = this.#inline(content, tokens).toSorted((one, other) => one.at - other.at);
    const lines = content.split("\n");
    let [from, next] = [0, 0];
    for (const [index, line] of lines.entries()) {
      const [to, first] = [from + line.length, next];
      while ((edits[next]?.at ?? Infinity) <= to) next += 1;
      const inLine = edits.slice(first, next);
      if ((inLine.length > 0 || !map) && !this.#place(row + index, line, from, inLine, !map)) return false;
      from = to + 1;
    }
    return true;
  }

  #place(row: number, line: string, from: number, edits: readonly Edit[], isCell: boolean): boolean {
    const column = this.#lines[row]?.indexOf(line, this.#cells.get(row) ?? 0) ?? -1;
    if (column < 0) return edits.length === 0;
    if (isCell) this.#cells.set(row, column + line.length);
    const shift = (this.#starts[row] ?? 0) + column - from;
    this.edits.push(...edits.map(({ at, end, text }) => ({ at: at + shift, end: end + shift, text })));
    return true;
  }

  #inline(content: string, tokens: readonly Token[]): Edit[] {
    const { addresses, labels, angles } = this.#reader.met;
    const all = tokens.flatMap(addressOf);
    this.shown.push(...all);
    const shown = new Set(all);
    const inline = [...addresses.values()].filter(({ address }) => shown.has(address));
    const ends = new Map(inline.map((found) => [labelEndOf(content, found.at), found]));
    return [
      ...[...ends].flatMap(([end, found]) =>
        this.#readdressed(found, labels.get(end)?.picture === true ? "picture" : "link"),
      ),
      ...[...labels].flatMap(([end, { at, picture }]) =>
        picture && !ends.has(end) ? this.#referencePicture(content, at, end) : [],
      ),
      ...[...angles].flatMap((at) => this.#autolink(content, at, shown)),
    ];
  }

  #readdressed({ at, end, address }: FoundAddress, kind: keyof TargetJudge): Edit[] {
    const raw = this.#reader.met.text.slice(at, end);
    const allowed = this.#allowed(address, kind);
    // Readers may decode entities and escapes differently, so such a URL is always rewritten.
    if (allowed === address && !DECODED.test(raw)) return [];
    return [{ at, end, text: written(allowed ?? NOWHERE) }];
  }

  #allowed(address: string, kind: keyof TargetJudge): string | undefined {
    if (address === NOWHERE) return NOWHERE;
    const allowed = this.#judge[kind](address);
    if (allowed === undefined) this.refused = true;
    return allowed;
  }

  /** Checks a picture by reference. A reference's URL may be allowed for links but not for pictures. */
  #referencePicture(content: string, at: number, end: number): Edit[] {
    LABEL.lastIndex = end + 1;
    const [whole = "", label = ""] = LABEL.exec(content) ?? [];
    const named = label === "" ? undefined : this.#reader.referenced(label);
    const address = named ?? this.#reader.referenced(content.slice(at + 1, end));
    if (address === undefined || this.#judge.picture(address) !== undefined) return [];
    this.refused = true;
    return [{ at: end + 1, end: end + 1 + (whole.includes("\n") ? 0 : whole.length), text: `(${NOWHERE})` }];
  }

  #autolink(content: string, at: number, shown: ReadonlySet<string>): Edit[] {
    AUTOLINK.lastIndex = at;
    const [whole, raw = ""] = AUTOLINK.exec(content) ?? [];
    const address = this.#reader.normalize(raw);
    if (whole === undefined || !shown.has(address)) return [];
    const allowed = this.#allowed(address, "link");
    if (allowed === address) return [];
    return [
      allowed === undefined ? { at, end: at + 1, text: "&lt;" } : { at, end: at + whole.length, text: `<${allowed}>` },
    ];
  }
}

/** The name of a footnote before its text. */
const NOTE = /\[\^[^\s[\]]{1,64}\]:\s*$/;
const NOTE_MAX_CHARS = 80;

/** Matches an entity or a backslash escape. */
const DECODED = /&#?[a-z0-9]+;|\\/i;
const LABEL = /\[((?:\\.|[^\\[\]])*)\]/sy;
const AUTOLINK = /<([^<>\u0000-\u0020]*)>/y;

const ADDRESSED: Readonly<Record<string, string>> = { link_open: "href", image: "src" };

function addressOf(token: Token): string[] {
  const name = ADDRESSED[token.type];
  return name === undefined ? [] : [String(token.attrGet(name) ?? "")];
}

/** The end of the label before a URL, skipping `(` and white space. */
function labelEndOf(content: string, at: number): number {
  let before = at - 1;
  while (/\s/.test(content[before] ?? "")) before -= 1;
  return before - 1;
}

/** Encodes a URL for Markdown, so that no parenthesis ends it and no reader finds an entity in it. */
const written = (address: string): string =>
  address
    .replaceAll("(", "%28")
    .replaceAll(")", "%29")
    .replace(/&(?=#?[a-z0-9]+;)/gi, "&amp;");

function applied(text: string, edits: readonly Edit[]): string {
  let done = "";
  let from = 0;
  for (const { at, end, text: put } of edits.toSorted((one, other) => one.at - other.at)) {
    if (at < from) continue;
    done += text.slice(from, at) + put;
    from = end;
  }
  return done + text.slice(from);
}
