import { inject } from "vitest";
import { openProfiles, type Profiles } from "./profiles.ts";
import type { Demo } from "./demo.ts";
import { type AtDesk, sitDown } from "./desk.ts";
import { type AtCanvas, goToCanvas } from "./editor.ts";
import { DEMO_HOST } from "./sitePages.ts";
import { startOver } from "./startOver.ts";

/** The demo that files share, as it was at its beginning, with a member at a desk. Each file resets it first. */
export interface LentSite extends AsyncDisposable {
  readonly demo: Omit<Demo, "stop">;
  readonly browser: Profiles;
  readonly site: string;
  readonly desk: AtDesk;
}

/** The same with the canvas of one page. */
export interface OwnEditor extends LentSite {
  readonly desk: AtCanvas;
}

/** Opens everything, or closes all of it at a failure. */
export async function lendSite(): Promise<LentSite> {
  await using opening = new AsyncDisposableStack();
  const demo = inject("writtenDemo");
  const site = `http://${DEMO_HOST}:${demo.port}`;
  const browser = opening.adopt(await openProfiles(), (started) => started.close());
  const desk = await sitDown(browser, site, true, { viewport: { width: 1280, height: 800 } }, "/_editor/account");
  await startOver(desk.page);
  const opened = opening.move();
  return { demo, browser, site, desk, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

export async function openEditor(page: string): Promise<OwnEditor> {
  await using opening = new AsyncDisposableStack();
  const lent = opening.use(await lendSite());
  const draft = await goToCanvas(lent.desk.page, lent.site, page);
  opening.move();
  return { ...lent, desk: { ...lent.desk, draft } };
}
