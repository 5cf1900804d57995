/** A small site's texts for machines: heads of pages, and generated files. */
import { expect } from "vitest";
import type { Page, PageSummary } from "../../runtime/documents/content/content.ts";
import { pageInput, rendererWith, siteView, summary } from "./stage.ts";

export const GENERATED = "2026-11-21T04:00:00Z";
const IDS = ["drawbridge.seo", "drawbridge.feeds", "drawbridge.agents"];
export const renderer = rendererWith(...IDS);
export type Stage = NonNullable<Parameters<typeof siteView>[0]>;

export const IMAGE = { src: "/media/bench.jpg", alt: "A bench", width: 1600, height: 900 };
export const ARTICLE: Partial<Page> = {
  path: "/journal/gap",
  title: "The gap in every joint",
  description: "Oak moves.",
  collection: "journal",
  date: "2026-03-12",
  author: "Ilse Fenwright",
};
const PAGES: readonly PageSummary[] = [
  summary("home", { path: "/", title: "Home", description: "Oak furniture." }),
  summary("about", { title: "About us" }),
  summary("undated", { collection: "journal" }),
  summary("loose", { date: "2026-09-09", title: "Dated, but in no collection" }),
  summary("gap", { path: "/journal/gap", collection: "journal", date: "2026-03-12", updated: "2026-04-01T10:30:00Z" }),
  summary("case", { path: "/case-studies/hall", collection: "case-studies", date: "2026-05-01", author: "Ann" }),
];

export function page(given: Partial<Page> = {}, stage: Stage = {}): string {
  const { html } = renderer.page(pageInput(siteView(stage), given));
  expect(renderer.problems()).toEqual([]);
  return html;
}

export function file(path: string, stage: Stage = { pages: PAGES }): string {
  const rendered = renderer.file(path, siteView(stage), GENERATED);
  expect(renderer.problems()).toEqual([]);
  return rendered?.body ?? "";
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

export const text = (html: string): string =>
  html.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? "");

/** The contents of the page's meta elements with this name or property, in order. */
export const said = (html: string, name: string): string[] =>
  valuesOf(html, /<meta (?:name|property)="([^"]*)" content="([^"]*)">/g, name);

export const linked = (html: string, relation: string): string[] =>
  valuesOf(html, /<link rel="([^"]*)"[^>]*? href="([^"]*)"/g, relation);

const valuesOf = (html: string, pattern: RegExp, key: string): string[] =>
  [...html.matchAll(pattern)].filter((found) => found[1] === key).map((found) => text(found[2] ?? ""));
