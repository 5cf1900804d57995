/**
 * Secrets that plugin code never gets. It finds a stand-in in its settings. The lender writes the secret over it in
 * headers, for the one host that the manifest names.
 */
import type { Requested } from "../runtime/contributions/grant.ts";
import type { HeaderList } from "./verbs/headers.ts";

type Settings = Readonly<Record<string, unknown>>;
type Http = Requested["http"];

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

export class HeldSecrets {
  readonly #byName: ReadonlyMap<string, { readonly host: string; readonly value: string }>;

  constructor(http: Http, settings: Settings = {}) {
    this.#byName = new Map(
      Object.entries(http?.secrets ?? {}).flatMap(([name, host]) => {
        const value = Object.hasOwn(settings, name) ? settings[name] : undefined;
        return isHeld(http, name, value) ? [[name, { host, value }] as const] : [];
      }),
    );
  }

  /** The name of the first secret in these headers that goes to another host alone, or undefined. */
  strayed(headers: HeaderList, host: string): string | undefined {
    return headers.flatMap(([, value]) => this.#namedIn(value)).find((name) => this.#byName.get(name)?.host !== host);
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
