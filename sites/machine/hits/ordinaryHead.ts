/**
 * Reads the head of an ordinary GET request. Only what Node's parser reads in exactly this way is ordinary, and Node's
 * parser reads all else. So a request never has two meanings.
 */
import { ORDINARY_HEAD_MAX_BYTES } from "../../../manifests/bounds/operators.ts";

/**
 * One whole head: GET, a path, and lines of a name and a value, without odd bytes. Each byte can match in one way, so a
 * hostile head takes no longer than another.
 */
const HEAD = /^GET (\/[!-~]*) HTTP\/1\.1\r\n((?:[A-Za-z-]+:[\t -~\x80-\xff]*\r\n)+)\r\n$/;

/** Headers on which an answer may depend. Each may stand in a head once. */
const READ = [
  "Host",
  "Accept",
  "Cookie",
  "Accept-Encoding",
  "If-None-Match",
  "User-Agent",
  "Referer",
  "Purpose",
  "Sec-Purpose",
  "Connection",
];

/** Headers in which proxies write about visitors. Each may stand in a head once. */
const OF_PROXIES = [
  "CF-Connecting-IP",
  "Forwarded",
  "Via",
  "X-Forwarded-For",
  "X-Forwarded-Host",
  "X-Forwarded-Port",
  "X-Forwarded-Proto",
  "X-Real-IP",
];

/** Headers of browsers on which no answer from the cache depends. */
const IDLE = [
  "Accept-Language",
  "Cache-Control",
  "DNT",
  "If-Modified-Since",
  "Pragma",
  "Priority",
  "Save-Data",
  "Sec-CH-UA",
  "Sec-CH-UA-Mobile",
  "Sec-CH-UA-Platform",
  "Sec-Fetch-Dest",
  "Sec-Fetch-Mode",
  "Sec-Fetch-Site",
  "Sec-Fetch-User",
  "Sec-GPC",
  "Upgrade-Insecure-Requests",
];

/** A name as its standard writes it, as most programs do, and in lower case. */
function spellings(name: string): readonly string[] {
  const lower = name.toLowerCase();
  return [name, lower.replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase()), lower];
}

/** The ordinary names in lower case, by their spellings. An idle one is empty. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ...[...READ, ...OF_PROXIES].flatMap((name) => spellings(name).map((one) => [one, name.toLowerCase()] as const)),
  ...IDLE.flatMap((name) => spellings(name).map((one) => [one, ""] as const)),
]);

const PROXIES = OF_PROXIES.map((name) => name.toLowerCase());

export class OrdinaryHead {
  readonly path: string;
  readonly host: string;
  readonly #values: ReadonlyMap<string, string>;

  private constructor(path: string, host: string, values: ReadonlyMap<string, string>) {
    [this.path, this.host, this.#values] = [path, host, values];
  }

  /** The head that a chunk of a connection is. Undefined for any other chunk. */
  static of(chunk: Buffer): OrdinaryHead | undefined {
    if (chunk.byteLength > ORDINARY_HEAD_MAX_BYTES) return undefined;
    const [, path = "", lines = ""] = HEAD.exec(chunk.toString("latin1")) ?? [];
    const values = valuesIn(lines);
    const host = values?.get("host");
    if (values === undefined || host === undefined) return undefined;
    const connection = values.get("connection") ?? "keep-alive";
    return connection.toLowerCase() === "keep-alive" ? new OrdinaryHead(path, host, values) : undefined;
  }

  /** True if a proxy has written about the visitor. */
  get isForwarded(): boolean {
    return PROXIES.some((name) => this.#values.has(name));
  }

  header(name: string): string | undefined {
    return this.#values.get(name);
  }
}

/** The values that matter, by name. Undefined if a name is not ordinary, or a value has spaces around it. */
function valuesIn(lines: string): ReadonlyMap<string, string> | undefined {
  const values = new Map<string, string>();
  for (let [at, end] = [0, 0]; at < lines.length; at = end + LINE_END.length) {
    const colon = lines.indexOf(":", at);
    end = lines.indexOf(LINE_END, colon);
    const name = NAMES.get(lines.slice(at, colon));
    if (name === undefined) return undefined;
    if (name === "") continue;
    const value = lines.slice(lines[colon + 1] === " " ? colon + 2 : colon + 1, end);
    if (values.has(name) || value !== value.trim()) return undefined;
    values.set(name, value);
  }
  return values;
}

const LINE_END = "\r\n";
