import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { axeFindings, axeFindingsEverywhere } from "./axe.ts";
import { openProfiles, type Profiles } from "./profiles.ts";
import { outline, skips, sticksOut } from "./layout.ts";
import { markupFindings } from "./markup.ts";
import { pageAt } from "./sitePages.ts";
import { view } from "./view.ts";

/** A page with one fault of each kind, which proves that the checks find them. */
const FAULTY = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Faulty</title><link rel="icon" href="data:,"></head>
<body><h1>One</h1><h3>Three</h3>
<img src="/missing.webp">
<img src="http://elsewhere.example/pixel.gif" alt="">
<p style="color: #bbb; background: #fff; width: 2000px">Pale</p>
<p><a href="/a">a</a><a href="/b">b</a></p>
<iframe src="http://frames.example/" title="A frame"></iframe>
<style>.night, .owl { background: #fff; color: #000 } .owl { display: none }
@media (prefers-color-scheme: dark) { .night { background: #000; color: #333 } .owl { display: block } }</style>
<p class="night">Night</p>
<script>document.title = "run"</script>
</body></html>`;

let browser: Profiles;
let server: Server;

beforeAll(async () => {
  browser = await openProfiles();
  server = createServer((request, response) => {
    response.writeHead(request.url === "/" ? 200 : 404, {
      "content-type": "text/html",
      "content-security-policy": "script-src 'none'",
    });
    response.end(request.url === "/" ? FAULTY : "");
  });
  await new Promise<void>((listening) => void server.listen(0, "127.0.0.1", listening));
});

afterAll(async () => {
  await browser.close();
  server.close();
});

const faulty = () => view(browser, pageAt((server.address() as AddressInfo).port, "localhost", "/"));

describe("a faulty page is seen", () => {
  test.each(["color-contrast", "image-alt", "heading-order", "landmark-one-main", "region", "target-size"])(
    "by axe: %s",
    async (rule) => {
      await using shown = await faulty();
      expect((await axeFindings(shown.page)).some((finding) => finding.startsWith(`${rule}:`))).toBe(true);
    },
  );

  test("by axe in the dark, where only colours differ and where more is shown", async () => {
    await using shown = await faulty();
    const only = async (): Promise<string[]> => {
      const found = await axeFindingsEverywhere(shown.page);
      return ["light", "dark"].filter((scheme) =>
        found.some(
          (line) =>
            line.startsWith(`390 px, ${scheme}: `) &&
            /: (color-contrast: <p class="night"|label: <input class="owl")/.test(line),
        ),
      );
    };
    expect(await only()).toEqual(["dark"]);
    await shown.page.locator(".night").evaluate((element) => (element.outerHTML = '<input class="owl">'));
    expect(await only()).toEqual(["dark"]);
  });

  test("by what it asks for and what its policy forbids", async () => {
    await using shown = await faulty();
    await shown.page.waitForLoadState("networkidle");
    const all = shown.wrong.join("\n");
    expect(all).toContain("404: http://localhost");
    expect(all).toContain("failed: http://elsewhere.example/pixel.gif");
    expect(all).toContain("foreign: http://elsewhere.example/pixel.gif");
    expect(all).toContain("policy: script-src-elem inline");
    expect(all).not.toContain("frames.example");
  });

  test("by its width and its headings", async () => {
    await using shown = await faulty();
    expect(await sticksOut(shown.page)).not.toEqual([]);
    expect(skips((await outline(shown.page)).levels)).toEqual(["h1 then h3"]);
  });

  test("by the validator", async () => {
    expect((await markupFindings(FAULTY)).join("\n")).toContain("wcag/h37");
  });
});
