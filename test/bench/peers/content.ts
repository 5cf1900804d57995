import { numbers, textOf, wordOf } from "../zipf.ts";

/** An article of the sites that are compared. */
export interface Article {
  /** The last part of its address. */
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  /** A day, such as 2026-03-12. */
  readonly date: string;
  readonly paragraphs: readonly string[];
}

export const ARTICLES = 1_000;
/** Articles that a home page lists, the newest first. */
export const LISTED = 20;
const [PARAGRAPHS, WORDS] = [6, 100];
const DAY_MS = 24 * 60 * 60 * 1000;
const FIRST_DAY = Date.UTC(2022, 0, 1);

/** The articles, the oldest first. They are the same in each run. */
export function articlesOf(count = ARTICLES): Article[] {
  const draw = numbers();
  return Array.from({ length: count }, (_, n) => ({
    slug: `article-${n}`,
    title: `Article ${n}: ${textOf(draw, 5)}`,
    description: textOf(draw, 20),
    date: new Date(FIRST_DAY + n * DAY_MS).toISOString().slice(0, 10),
    paragraphs: Array.from({ length: PARAGRAPHS }, () => textOf(draw, WORDS)),
  }));
}

/** The paragraphs as HTML. */
export const htmlOf = (paragraphs: readonly string[]): string =>
  paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join("\n");

/** The paragraphs with a mark in front, by which a visitor recognizes a change. */
export const changed = ({ paragraphs }: Article, mark: string): string[] => [mark, ...paragraphs];

/** Words that some articles have: visitors search for them in turn. */
export const searchedFor = (n: number): string => wordOf(200 + 37 * (n % 100));
