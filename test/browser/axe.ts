import { isDeepStrictEqual } from "node:util";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { shape } from "./layout.ts";
import { DESK, HEIGHT, PHONE } from "./view.ts";

/** WCAG 2.2 A and AA, and what axe calls best practice. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"];

/** The rules of axe in which colours count. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

type Only = string[] | { readonly type: "rule"; readonly values: string[] };

/**
 * One line for each element that breaks a rule. A frame is judged, and what another origin shows in it is not. So axe
 * stands in the page alone, and is put there once: it takes longer to read than to run.
 */
async function findings(page: Page, runOnly: Only): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(judge, runOnly);
}

/** In the page. */
async function judge(runOnly: Only): Promise<string[]> {
  const { axe: here } = globalThis as unknown as { readonly axe: typeof axe };
  const { violations } = await here.run(document, { iframes: false, runOnly, resultTypes: ["violations"] });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ""}`),
  );
}

export const axeFindings = (page: Page): Promise<string[]> => findings(page, TAGS);

/** The same on a phone and at a desk, light and dark. Where dark moves and hides nothing, only its colours are judged again. */
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
