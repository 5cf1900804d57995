/** The starters: sites of neutral words and pictures, which their owner replaces. Provisioning takes them as they are. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { SiteDocument, Theme } from "../../runtime/documents/content/content.ts";

export const STARTER_NAMES = ["blank", "company", "journal", "portfolio", "event", "documentation"] as const;
export type StarterName = (typeof STARTER_NAMES)[number];

/** The themes that a starter may have, each with its scheme of colours. */
const THEMES = {
  slate: { theme: "drawbridge.slate/slate", scheme: "auto", tokens: {} },
  almanac: { theme: "drawbridge.almanac/almanac", scheme: "auto", tokens: {} },
  signal: { theme: "drawbridge.signal/signal", scheme: "dark", tokens: {} },
} as const satisfies Readonly<Record<string, Theme>>;

export type StarterTheme = keyof typeof THEMES;
export const STARTER_THEMES = Object.keys(THEMES) as readonly StarterTheme[];

/** The languages of the words. A site in another language begins with the first. */
const LANGUAGES = ["en", "de"] as const;

export interface StarterWish {
  readonly starter: StarterName;
  /** The theme; the starter's own if undefined. */
  readonly theme?: StarterTheme | undefined;
  readonly name: string;
  readonly language: string;
  readonly timeZone: string;
  /** The time of the wish, in milliseconds. Dates move with its month alone, so a repeated wish gives equal pages. */
  readonly now: number;
}

/** A picture of the pages, as provisioning takes it. */
export interface StarterPicture {
  readonly name: string;
  /** The file in base64. */
  readonly bytes: string;
}

export interface StarterSite {
  readonly document: SiteDocument;
  readonly theme: Theme;
  readonly pictures: readonly StarterPicture[];
}

type Link = SiteDocument["navigation"]["menus"]["header"][number];
type Page = SiteDocument["pages"][number];

interface StarterFile {
  readonly theme: StarterTheme;
  /** A text names a page that several starters share. */
  readonly pages: readonly (string | object)[];
  readonly header: readonly object[];
  readonly footer: readonly object[];
}

const fileAt = (path: string): URL => new URL(`./${path}`, import.meta.url);
const jsonAt = (path: string): unknown => JSON.parse(readFileSync(fileAt(path), "utf8"));

const starterFile = (name: StarterName): StarterFile => jsonAt(`sites/${name}.json`) as StarterFile;

/** The theme that a starter has if nobody chooses another one. */
export const themeOfStarter = (name: StarterName): StarterTheme => starterFile(name).theme;

/** The width and height of every picture. */
const PICTURE_SIZE = { width: 1200, height: 800 };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

/** A text in every language. */
const isTranslated = (value: Readonly<Record<string, unknown>>): boolean => LANGUAGES[0] in value;

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Dates that stay ahead of, or behind, the day on which the site is made. */
function datesAt(now: number): Readonly<Record<string, string>> {
  const [year, month] = [new Date(now).getUTCFullYear(), new Date(now).getUTCMonth()];
  return { "@month": dayOf(Date.UTC(year, month, 1)), "@soon": dayOf(Date.UTC(year, month + 2, 15)) };
}

/** Fills in one starter's files for a wish, and keeps the pictures that it meets. */
class Filling {
  readonly #language: (typeof LANGUAGES)[number];
  readonly #name: string;
  readonly #dates: Readonly<Record<string, string>>;
  readonly #pictures = new Map<string, StarterPicture>();

  constructor({ language, name, now }: StarterWish) {
    const [primary = ""] = language.toLowerCase().split("-");
    this.#language = LANGUAGES.find((one) => one === primary) ?? LANGUAGES[0];
    this.#name = name;
    this.#dates = datesAt(now);
  }

  get pictures(): readonly StarterPicture[] {
    return [...this.#pictures.values()];
  }

  fill(value: unknown): unknown {
    if (typeof value === "string") return this.#dates[value] ?? (value === "{name}" ? this.#name : value);
    if (Array.isArray(value)) return value.map((item) => this.fill(item));
    if (!isObject(value)) return value;
    if (isTranslated(value)) return this.fill(value[this.#language]);
    const { src } = value;
    if (typeof src === "string") return { ...value, src: this.#picture(src.slice("media:".length)), ...PICTURE_SIZE };
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, this.fill(child)]));
  }

  /** The address at which the site will serve the picture: its digest and its name. */
  #picture(name: string): string {
    const bytes = readFileSync(fileAt(`media/${name}`));
    this.#pictures.set(name, { name, bytes: bytes.toString("base64") });
    return `/media/${createHash("sha256").update(bytes).digest("hex")}/${name}`;
  }
}

/** A starter's pages, theme and pictures for a wish. */
export function starterSite(wish: StarterWish): StarterSite {
  const { starter, name, language, timeZone } = wish;
  const file = starterFile(starter);
  const filling = new Filling(wish);
  const pages = file.pages.map((page) => (typeof page === "string" ? jsonAt(`shared/${page}.json`) : page));
  const menus = { header: filling.fill(file.header) as Link[], footer: filling.fill(file.footer) as Link[] };
  return {
    document: {
      pages: pages.map((page) => filling.fill(page) as Page),
      navigation: { menus },
      redirects: { entries: [] },
      settings: { name, language, timeZone },
    },
    theme: THEMES[wish.theme ?? file.theme],
    pictures: filling.pictures,
  };
}

/** A small picture of a starter's first page in a theme, in WebP. */
export const starterPreview = (starter: StarterName, theme: StarterTheme): Buffer =>
  readFileSync(fileAt(`previews/${starter}-${theme}.webp`));
