import { inject } from "vitest";
import { openProfiles, type Profiles } from "./profiles.ts";
import type { Demo } from "./demo.ts";
import { sitDown } from "./desk.ts";
import { type AtCanvas, goToCanvas } from "./editor.ts";
import { DEMO_HOST } from "./sitePages.ts";
import { startOver } from "./startOver.ts";

/** The canvas of one page in a separate browser. Files that use this share one demo, which each resets first. */
export interface OwnEditor extends AsyncDisposable {
  readonly demo: Omit<Demo, "stop">;
  readonly browser: Profiles;
  readonly site: string;
  readonly desk: AtCanvas;
}

/** Opens everything, or closes all of it at a failure. */
export async function openEditor(page: string): Promise<OwnEditor> {
  await using opening = new AsyncDisposableStack();
  const demo = inject("writtenDemo");
  const site = `http://${DEMO_HOST}:${demo.port}`;
  const browser = opening.adopt(await openProfiles(), (started) => started.close());
  const desk = await sitDown(browser, site, true, { viewport: { width: 1280, height: 800 } }, "/_editor/account");
  await startOver(desk.page);
  const draft = await goToCanvas(desk.page, site, page);
  const opened = opening.move();
  const dispose = (): Promise<void> => opened.disposeAsync();
  return { demo, browser, site, desk: { ...desk, draft }, [Symbol.asyncDispose]: dispose };
}
