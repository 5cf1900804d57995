/** The data at the beginning of a file: YAML, TOML or JSON. It is read as data, and code in it is refused. */
import { parse as parseToml } from "smol-toml";
import { type Document, parseDocument } from "yaml";

export type Data = Readonly<Record<string, unknown>>;

export interface FrontMatter {
  readonly data: Data;
  readonly body: string;
  /** The line of the file in which the body begins, from 1. */
  readonly line: number;
  /** The reason why data could not be read. The body is there all the same. */
  readonly problem?: string;
}

/** Longest data that is read, in characters. Longer data is no description of a page. */
const DATA_MAX_CHARS = 200_000;

const FENCES = [
  { open: /^---[ \t]*(\w*)[ \t]*\n/, close: /^(?:---|\.\.\.)[ \t]*(?:\n|$)/m, read: readYaml },
  { open: /^\+\+\+[ \t]*(\w*)[ \t]*\n/, close: /^\+\+\+[ \t]*(?:\n|$)/m, read: readToml },
] as const;

/** Names of a notation behind the fence that mean data. Any other, such as `js`, means code. */
const NOTATIONS: ReadonlyMap<string, (text: string) => unknown> = new Map(
  Object.entries({
    yaml: readYaml,
    yml: readYaml,
    toml: readToml,
    json: (text) => JSON.parse(text) as unknown,
  }),
);

export function frontMatter(written: string): FrontMatter {
  const text = written.replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
  for (const { open, close, read } of FENCES) {
    const [start, notation = ""] = open.exec(text) ?? [];
    if (start === undefined) continue;
    const rest = text.slice(start.length);
    const end = close.exec(rest);
    if (!end) return { data: {}, body: text, line: 1, problem: "front matter without an end" };
    const body = rest.slice(end.index + end[0].length);
    const line = linesOf(text) - linesOf(body) + 1;
    const reader = notation === "" ? read : NOTATIONS.get(notation.toLowerCase());
    if (!reader) return { data: {}, body, line, problem: `front matter that is code (${notation}), not read` };
    return { ...dataOf(rest.slice(0, end.index), reader), body, line };
  }
  return text.startsWith("{") ? jsonMatter(text) : { data: {}, body: text, line: 1 };
}

/** JSON at the beginning, up to the line of its last bracket, as Hugo takes it. */
function jsonMatter(text: string): FrontMatter {
  const end = /^\}[ \t]*(?:\n|$)/m.exec(text);
  if (!end || end.index > DATA_MAX_CHARS) return { data: {}, body: text, line: 1 };
  const body = text.slice(end.index + end[0].length);
  const read = dataOf(text.slice(0, end.index + 1), (json) => JSON.parse(json) as unknown);
  return read.problem === undefined
    ? { ...read, body, line: linesOf(text) - linesOf(body) + 1 }
    : { data: {}, body: text, line: 1 };
}

const linesOf = (text: string): number => text.split("\n").length;

function dataOf(text: string, read: (text: string) => unknown): Pick<FrontMatter, "data" | "problem"> {
  if (text.length > DATA_MAX_CHARS) return { data: {}, problem: "front matter that is too long" };
  try {
    const value = read(text);
    return { data: typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Data) : {} };
  } catch (error) {
    const [reason = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
    return { data: {}, problem: `front matter that cannot be read: ${reason}` };
  }
}

/** Tags of YAML make no objects, and 50 aliases end a text that grows by them. */
function readYaml(text: string): unknown {
  const document = yamlOf(text);
  const [fault] = document.errors;
  if (!fault) return document.toJS({ maxAliasCount: 50 });
  const mended = yamlOf(withIndentedQuotes(text));
  if (mended.errors.length === 0) return mended.toJS({ maxAliasCount: 50 });
  throw fault;
}

const yamlOf = (text: string): Document.Parsed => parseDocument(text, { schema: "core", uniqueKeys: false });

/** Programs take a quoted text that goes on in lines without indentation, which YAML does not. */
const withIndentedQuotes = (text: string): string =>
  text.replaceAll(
    /^([\w-]+:[ \t]*)("(?:\\[^]|[^"\\])*"|'(?:''|[^'])*')/gm,
    (_, name: string, quoted: string) => name + quoted.replaceAll("\n", "\n "),
  );

function readToml(text: string): unknown {
  return parseToml(text);
}

const SETTINGS = NOTATIONS;

/** A settings file by its ending. Empty if it cannot be read. */
export function settingsIn(path: string, text: string): Data {
  const reader = SETTINGS.get(path.split(".").at(-1) ?? "");
  return reader ? dataOf(text, reader).data : {};
}
