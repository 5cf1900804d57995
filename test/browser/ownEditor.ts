import type { Browser } from "playwright-core";
import { launch } from "./chromium.ts";
import type { Demo } from "./demo.ts";
import type { AtCanvas } from "./editor.ts";
import { openCanvas } from "./editor.ts";
import { startDemo } from "./ownDemo.ts";
import { DEMO_HOST } from "./sitePages.ts";

/** The canvas of one page, with a demo and a browser that belong to one file of tests. */
export interface OwnEditor extends AsyncDisposable {
  readonly demo: Demo;
  readonly browser: Browser;
  readonly site: string;
  readonly desk: AtCanvas;
}

/** Opens all of it, or leaves nothing running. */
export async function openEditor(page: string): Promise<OwnEditor> {
  await using opening = new AsyncDisposableStack();
  const demo = opening.adopt(await startDemo(), (started) => started.stop());
  const site = `http://${DEMO_HOST}:${demo.port}`;
  const browser = opening.adopt(await launch(), (started) => started.close());
  const desk = await openCanvas(browser, site, page);
  const opened = opening.move();
  return { demo, browser, site, desk, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
