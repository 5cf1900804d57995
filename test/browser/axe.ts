import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import type axe from "axe-core";
import type { Page } from "playwright-core";
import { shape } from "./layout.ts";
import { DESK, HEIGHT, PHONE } from "./view.ts";

/** WCAG 2.2 A and AA, and axe's best practices. */
export const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"];

/** axe's rules about colours. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** The short form, because each page compiles it anew. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** A page, or the content of a frame. */
type Looked = Pick<Page, "evaluate">;

type Only = string[] | { readonly type: "rule"; readonly values: string[] };

/**
 * One line for each element that breaks a rule. axe is injected once into the page and not into frames, because loading
 * it takes longer than running it. Content of frames with another origin is not checked.
 */
async function findings(page: Looked, runOnly: Only): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  return page.evaluate(judge, runOnly);
}

/** Runs in the page. */
async function judge(runOnly: Only): Promise<string[]> {
  const { axe: here } = globalThis as unknown as { readonly axe: typeof axe };
  // Only an experimental rule, which none of the tags brings, reads style sheets.
  const preload = { assets: ["media"] };
  const { violations } = await here.run(document, { iframes: false, runOnly, preload, resultTypes: ["violations"] });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ""}`),
  );
}

/** The findings in a frame, which is no page of its own: it needs no landmark and no first heading. */
export const axeFindingsInFrame = (frame: Looked): Promise<string[]> =>
  findings(
    frame,
    TAGS.filter((tag) => tag !== "best-practice"),
  );

export const axeFindings = (page: Looked): Promise<string[]> => findings(page, TAGS);

/**
 * Checks a page on a phone and a desktop, light and dark. If dark mode changes no layout, only its colours are checked
 * again.
 */
export async function axeFindingsEverywhere(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of [PHONE, DESK]) {
    await page.setViewportSize({ width, height: HEIGHT });
    await page.emulateMedia({ colorScheme: "light" });
    const light = await shape(page);
    const inLight = await findings(page, TAGS);
    await page.emulateMedia({ colorScheme: "dark" });
    const isRecoloured = isDeepStrictEqual(await shape(page), light);
    const inDark = await findings(page, isRecoloured ? { type: "rule", values: COLOUR_RULES } : TAGS);
    found.push(
      ...inLight.map((line) => `${width} px, light: ${line}`),
      ...inDark.map((line) => `${width} px, dark: ${line}`),
    );
  }
  return found;
}
