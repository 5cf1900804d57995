import type { Page } from "playwright-core";
import { axeFindings } from "./axe.ts";
import { sticksOut } from "./layout.ts";
import { HEIGHT, SCHEMES, WIDTHS } from "./view.ts";

/** Visual faults of a page, in every colour scheme and at every width. */
export async function lookFindings(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    found.push(...(await axeFindings(page)).map((finding) => `${colorScheme}: ${finding}`));
  }
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    found.push(...(await sticksOut(page)).map((finding) => `${width} px: ${finding}`));
  }
  return found;
}
