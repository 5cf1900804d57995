/**
 * Secrets that plugin code never gets. It finds a stand-in in its settings. The lender writes the secret over it in
 * headers that carry credentials, for the one host that the manifest names. In an answer it writes the stand-in back,
 * because many hosts repeat what they were sent.
 */
import { HTTP_HEADER_MAX_CHARS, HTTP_STAND_INS_MAX } from "../manifests/bounds/bridge.ts";
import { SECRET_MIN_CHARS } from "../manifests/bounds/plugins.ts";
import { replacedBytes } from "../manifests/bytes/replaced.ts";
import type { Requested } from "../runtime/contributions/grant.ts";
import type { HeaderList } from "./verbs/headers.ts";

type Settings = Readonly<Record<string, unknown>>;
type Http = Requested["http"];

/** Headers that hold a secret without a grant that names them. */
const CREDENTIALS = ["authorization", "x-api-key"];

const STAND_IN = /\{secret:(\w+)\}/g;

/** A secret's stand-in is `{secret:<setting>}`. It is no secret itself. */
const standIn = (name: string): string => `{secret:${name}}`;

const isHeld = (http: Http, name: string, value: unknown): value is string =>
  Object.hasOwn(http?.secrets ?? {}, name) && typeof value === "string" && value !== "";

/** The settings that plugin code gets: with a stand-in for each secret that is held. */
export const withStandIns = (settings: Settings, http: Http): Settings =>
  http?.secrets === undefined
    ? settings
    : Object.fromEntries(
        Object.entries(settings).map(([name, value]) => [name, isHeld(http, name, value) ? standIn(name) : value]),
      );

/** A secret as a header carries it, and as JSON and addresses write it, longest first. */
function formsOf(value: string): string[] {
  const carried = value.trim();
  const forms = [carried, JSON.stringify(carried).slice(1, -1), encodeURIComponent(carried.toWellFormed())];
  return [...new Set(forms)].filter(({ length }) => length >= SECRET_MIN_CHARS);
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A secret and its stand-in, as bytes. */
type Exchange = readonly [secret: Uint8Array, other: Uint8Array];

export class HeldSecrets {
  readonly #byName: ReadonlyMap<string, { readonly host: string; readonly value: string }>;
  readonly #carriers: ReadonlySet<string>;
  readonly #exchanges: readonly Exchange[];

  constructor(http: Http, settings: Settings = {}) {
    this.#byName = new Map(
      Object.entries(http?.secrets ?? {}).flatMap(([name, host]) => {
        const value = Object.hasOwn(settings, name) ? settings[name] : undefined;
        return isHeld(http, name, value) ? [[name, { host, value }] as const] : [];
      }),
    );
    this.#carriers = new Set([...CREDENTIALS, ...(http?.headers ?? [])]);
    this.#exchanges = [...this.#byName]
      .flatMap(([name, { value }]) => formsOf(value).map((form): Exchange => [utf8(form), utf8(standIn(name))]))
      .toSorted(([one], [other]) => other.length - one.length);
  }

  /** The name of the first secret in these headers that goes to another host alone, or undefined. */
  strayed(headers: HeaderList, host: string): string | undefined {
    return headers.flatMap(([, value]) => this.#namedIn(value)).find((name) => this.#byName.get(name)?.host !== host);
  }

  /** The name of the first header with a secret that is none for credentials, or undefined. */
  misplaced(headers: HeaderList): string | undefined {
    return headers.find(
      ([name, value]) => this.#namedIn(value).length > 0 && !this.#carriers.has(name.toLowerCase()),
    )?.[0];
  }

  /** The name of the first header with too many secrets, or that is too long with them, or undefined. */
  oversized(headers: HeaderList, host: string): string | undefined {
    const crowded = headers.find(([, value]) => this.#namedIn(value).length > HTTP_STAND_INS_MAX);
    const [name] =
      crowded ?? this.filled(headers, host).find(([, value]) => value.length > HTTP_HEADER_MAX_CHARS) ?? [];
    return name;
  }

  /** The bytes of an answer with stand-ins for secrets, or undefined if they would then be more than `most`. */
  hidden(bytes: Uint8Array, most: number): Uint8Array | undefined {
    return this.#exchanges.reduce<Uint8Array | undefined>(
      (left, exchange) => left && replacedBytes(left, exchange, most),
      bytes,
    );
  }

  hiddenText(text: string, most: number): string | undefined {
    if (this.#exchanges.length === 0) return text;
    const hidden = this.hidden(utf8(text), most);
    return hidden && new TextDecoder().decode(hidden);
  }

  /** The headers of an answer. A header whose name holds a secret is left out, and one too long for stand-ins. */
  hiddenHeaders(headers: HeaderList): HeaderList {
    return headers.flatMap(([name, value]): HeaderList => {
      const hidden = this.hiddenText(value, HTTP_HEADER_MAX_CHARS);
      return hidden === undefined || this.hiddenText(name, HTTP_HEADER_MAX_CHARS) !== name ? [] : [[name, hidden]];
    });
  }

  /** The headers with their secrets. A header that holds another host's secret is left out. */
  filled(headers: HeaderList, host: string): HeaderList {
    return headers
      .filter((header) => this.strayed([header], host) === undefined)
      .map(([name, value]) => [
        name,
        value.replaceAll(STAND_IN, (whole, secret: string) => this.#byName.get(secret)?.value ?? whole),
      ]);
  }

  #namedIn(value: string): string[] {
    return [...value.matchAll(STAND_IN)].flatMap(([, name = ""]) => (this.#byName.has(name) ? [name] : []));
  }
}
