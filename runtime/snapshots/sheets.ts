import { BoundedMap } from "../../manifests/memory/boundedMap.ts";
import type { Theme } from "../documents/content/content.ts";
import type { Powers } from "../powers/powers.ts";
import type { Renderer } from "../rendering/renderer.ts";

/** A site's style sheet, with the digest that its address names. */
export interface SiteSheet {
  readonly digest: string;
  readonly css: string;
}

/** Themes of one renderer whose style sheets are remembered: the published one, and the draft's. */
const SHEETS_KEPT = 2;

/** Each publication needs its sheet several times. The sheet of the demo has 140 KB. */
const sheets = new WeakMap<Renderer, BoundedMap<string, SiteSheet>>();

/** The style sheet for a theme. It depends on the renderer's plugins alone. */
export async function sheetOf(powers: Pick<Powers, "digest">, renderer: Renderer, theme: Theme): Promise<SiteSheet> {
  const ofRenderer = sheets.get(renderer) ?? new BoundedMap(SHEETS_KEPT);
  sheets.set(renderer, ofRenderer);
  const name = JSON.stringify(theme);
  const known = ofRenderer.get(name);
  if (known) return known;
  const css = renderer.stylesheet(theme);
  const made = { digest: await powers.digest(css), css };
  ofRenderer.set(name, made);
  return made;
}
