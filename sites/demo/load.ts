/** The demo's sites as provisioning takes them, put together from the files beside this one. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { SiteDocument, Theme } from "../../runtime/documents/content/content.ts";
import { type MediaFile, findMedia } from "./media.ts";

export interface DemoSite {
  readonly tenant: { readonly id: string; readonly name: string };
  readonly site: { readonly id: string; readonly name: string };
  readonly domain: { readonly hostname: string };
  readonly document: SiteDocument;
  readonly theme: Theme;
  /** Every picture the document shows; the runner puts them into the media bucket. */
  readonly media: readonly MediaFile[];
}

export const DEMO_NAMES = ["saltmarrow", "pocketful"] as const;
export type DemoName = (typeof DEMO_NAMES)[number];

/** Prefixes of references in the demo's files: to a picture in `media/<tenant>`, or to a text beside the pages. */
const MEDIA = "media:";
const TEXT = "text:";

type SiteFile = Omit<DemoSite, "document" | "media"> & Omit<SiteDocument, "pages">;
type PageFile = SiteDocument["pages"][number];

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** Replaces both kinds of reference in one site's files, and keeps the pictures it met. */
class Resolver {
  readonly #name: DemoName;
  readonly #tenant: string;
  readonly #met = new Map<string, MediaFile>();

  constructor(name: DemoName, tenant: string) {
    this.#name = name;
    this.#tenant = tenant;
  }

  get media(): MediaFile[] {
    return [...this.#met.values()];
  }

  resolve(value: unknown): unknown {
    if (typeof value === "string") return value.startsWith(TEXT) ? this.#text(value.slice(TEXT.length)) : value;
    if (Array.isArray(value)) return value.map((item) => this.resolve(item));
    if (!isObject(value)) return value;
    const { src } = value;
    if (typeof src === "string" && src.startsWith(MEDIA)) return this.#image(src.slice(MEDIA.length), value);
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, this.resolve(child)]));
  }

  #text(path: string): string {
    return readFileSync(fileOf(this.#name, path), "utf8").trim();
  }

  #image(file: string, image: Record<string, unknown>): unknown {
    const found = this.#met.get(file) ?? findMedia(this.#tenant, this.#name, file);
    this.#met.set(file, found);
    return { src: found.path, alt: image["alt"], width: found.width, height: found.height };
  }
}

const fileOf = (name: DemoName, path: string): URL => new URL(`./${name}/${path}`, import.meta.url);

const readJson = (url: URL): unknown => JSON.parse(readFileSync(url, "utf8"));

const jsonIn = (name: DemoName, folder: string): string[] =>
  existsSync(fileOf(name, folder))
    ? readdirSync(fileOf(name, folder))
        .filter((file) => file.endsWith(".json"))
        .toSorted()
    : [];

/**
 * Reads the pages. A page's id is its file's name, so that a `page:` link shows its file. The many entries of a type
 * stand in one file.
 */
function readPages(name: DemoName): unknown[] {
  const pages = jsonIn(name, "pages/").map((file) => ({
    id: file.slice(0, -".json".length),
    ...(readJson(fileOf(name, `pages/${file}`)) as object),
  }));
  return [
    ...pages,
    ...jsonIn(name, "entries/").flatMap((file) => readJson(fileOf(name, `entries/${file}`)) as object[]),
  ];
}

export function loadDemo(name: DemoName): DemoSite {
  const read = readJson(fileOf(name, "site.json")) as SiteFile;
  const resolver = new Resolver(name, read.tenant.id);
  const { navigation, redirects, settings, ...around } = resolver.resolve(read) as SiteFile;
  const pages = resolver.resolve(readPages(name)) as PageFile[];
  return { ...around, document: { pages, navigation, redirects, settings }, media: resolver.media };
}

/** The theme documents of all first-party themes, by short name. */
export const loadThemes = (): Readonly<Record<string, Theme>> =>
  readJson(new URL("./themes.json", import.meta.url)) as Record<string, Theme>;

/** Settings for the demo's plugins with code, by plugin id. */
export function loadPluginSettings(name: DemoName): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const file = fileOf(name, "plugins.json");
  return existsSync(file) ? (readJson(file) as Record<string, Record<string, unknown>>) : {};
}
