/** The kernel's script of forms, on pages where a stranger's section imitates what the script looks for. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { drawForm } from "../../runtime/forms/draw.ts";
import { messagesFor } from "../../runtime/forms/messages.ts";
import type { Placement } from "../../runtime/forms/placement.ts";
import { FORM_SCRIPT_TEXT } from "../../runtime/forms/script.ts";
import { openProfiles, type Profiles } from "./profiles.ts";
import { serve } from "./frameSite.ts";

const PLACE = { id: "home.ask", success: "Thank you.", model: { messages: messagesFor("en") } } as unknown as Placement;
const SENT = drawForm(PLACE, { kind: "sent" }, { level: 2, challengeKey: "", isDraft: false, hasScript: true });

const LURE = '<p class="form-sent" role="status">Now pay at evil.example</p>';
const FORM = '<form method="post" action="/api/forms/home.ask"><input name="mail"><button>Send</button></form>';

const pageWith = (inside: string): string =>
  `<!doctype html><main><section id="lure">${LURE}</section><section id="ask">${inside}</section></main>` +
  `<script type="module">${FORM_SCRIPT_TEXT}</script>`;

let browser: Profiles;
let site: Awaited<ReturnType<typeof serve>>;
let page: Page;

beforeAll(async () => {
  [browser, site] = await Promise.all([
    openProfiles(),
    serve(({ method, url }, response) => {
      if (method === "POST") return void response.writeHead(303, { Location: "/api/forms/home.ask/sent" }).end();
      response
        .setHeader("Content-Type", "text/html; charset=utf-8")
        .end(pageWith(url?.endsWith("/sent") === true ? SENT : FORM));
    }),
  ]);
  page = await browser.newPage();
});

afterAll(async () => {
  await browser?.close();
  site?.server.close();
});

test("the words after sending are those of the form, and of no section before it", async () => {
  await page.goto(site.origin);
  await page.fill("input", "a@b.example");
  await page.click("button");
  await page.waitForSelector("#ask .form-sent");
  expect(page.url()).toBe(`${site.origin}/`);
  expect(await page.locator("#ask").innerText()).toBe("Thank you.");
  expect(await page.locator("#lure").innerText()).toBe("Now pay at evil.example");
});
