/** The way from a login to a published headline, in any engine. */
import type { WebDriver } from "./webDriver.ts";

const CONTROL = "\uE009";
const HEADLINE = "Typed in another engine";

/** Does one step after the other, and names each that worked. */
export async function* walkEditor(browser: WebDriver, site: string): AsyncGenerator<string> {
  await browser.open(`${site}/api/auth/start?return=/_editor/edit?page=services`);
  await browser.click('[value="ottilie-marchbank"]');
  await browser.until("return location.pathname === '/_editor/edit'");
  yield "logs in over http, and keeps the login";

  await browser.until(`return document.querySelector('.paper[aria-busy="false"] iframe') !== null`);
  yield "opens the canvas with the draft";

  await browser.enter(".paper iframe");
  await browser.click("h1");
  await browser.type([[CONTROL, "a"], ...HEADLINE]);
  await browser.until(`return document.querySelector("h1").textContent.includes(${JSON.stringify(HEADLINE)})`);
  await browser.enter(null);
  await browser.until("return document.querySelector('.state').textContent.trim() === 'Saved'");
  yield "replaces a headline by typing, which is saved";

  await browser.open(`${site}/_editor/edit?page=services`);
  await browser.enter(".paper iframe");
  await browser.until(`return document.querySelector("h1")?.textContent.includes(${JSON.stringify(HEADLINE)})`);
  await browser.enter(null);
  yield "shows it after a reload";
}
