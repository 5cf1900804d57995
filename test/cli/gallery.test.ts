/** The gallery that `svc plugin dev` serves. */
import { request } from "node:http";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { packPlugin } from "../../sites/cli/packing/pluginFolder.ts";
import { Gallery } from "../../sites/cli/plugin/gallery/gallery.ts";
import { GalleryServer } from "../../sites/cli/plugin/gallery/server.ts";

const shipped = (name: string) => packPlugin(join(import.meta.dirname, "../../plugins", name));
const SHOWCASE = shipped("showcase");
const PRESS = packPlugin(join(import.meta.dirname, "../fixtures/plugins/lantern-press"));

const bodyOf = (gallery: Gallery, path: string): string => String(gallery.answer(path)?.body);

describe("the gallery of a plugin", () => {
  test("has every section, every variant and every preset, in light and in dark", () => {
    const { shots } = new Gallery(SHOWCASE);
    const sections = SHOWCASE.manifest.contributes.sections ?? [];
    for (const { name, title, variants, presets = [] } of sections) {
      const shown = shots.filter(({ exhibit }) => exhibit.sections[0]?.type === `drawbridge.showcase/${name}`);
      expect(new Set(shown.map(({ scheme }) => scheme))).toEqual(new Set(["light", "dark"]));
      const used = shown.map(({ exhibit }) => exhibit.sections[0]?.variant ?? variants[0]?.name);
      expect(new Set(used)).toEqual(new Set(variants.map((variant) => variant.name)));
      const named = [title, ...presets.slice(1).map((preset) => preset.title)];
      const titles = shown.map(({ exhibit }) => exhibit.title);
      expect(titles).toEqual(expect.arrayContaining(named));
    }
  });

  test("shows sections by themselves in the theme that sites begin with, and its own themes around a whole page", () => {
    const gallery = new Gallery(PRESS);
    expect([...new Set(gallery.shots.map(({ theme }) => theme))]).toEqual(["lantern.press/press"]);
    const whole = gallery.shots.find(({ exhibit }) => !exhibit.isBare);
    const bare = gallery.shots.find(({ exhibit }) => exhibit.isBare);
    expect(whole?.exhibit.sections.length).toBeGreaterThan(5);
    const style = (html: string): string => /href="(\/style\/[^"]+)"/.exec(html)?.[1] ?? "";
    const [page, alone] = [bodyOf(gallery, whole?.path ?? ""), bodyOf(gallery, bare?.path ?? "")];
    expect(page).toContain('data-scheme="light"');
    expect(bodyOf(gallery, style(alone))).toContain("display:none!important");
    expect(bodyOf(gallery, style(page))).not.toContain("display:none!important");
    const font = /\/_assets\/[\w-]+\.woff2/.exec(bodyOf(gallery, style(page)))?.[0] ?? "";
    expect(gallery.answer(font)).toMatchObject({ type: "font/woff2" });
    expect(new Gallery(SHOWCASE).shots[0]?.theme).toBe("drawbridge.slate/slate");
  });

  test("answers nothing else than what it shows", () => {
    const gallery = new Gallery(SHOWCASE);
    for (const path of [
      "/show/0/light/other.theme/x",
      "/show/999/light/drawbridge.slate/slate",
      "/../package.json",
      "/_assets/x.css",
    ])
      expect(gallery.answer(path)).toBeUndefined();
    expect(gallery.answer("/media/any.jpg")?.type).toBe("image/svg+xml");
  });
});

interface Reply {
  readonly status: number;
  readonly text: string;
}

/** Sends a request with this Host header, which `fetch` cannot. */
const asked = (url: string, host: string, method = "GET"): Promise<Reply> =>
  new Promise((done, fail) => {
    request(url, { method, headers: { host }, agent: false }, (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => (text += chunk.toString()));
      response.on("end", () => done({ status: response.statusCode ?? 0, text }));
    })
      .on("error", fail)
      .end();
  });

describe("the server of the gallery", () => {
  test("keeps its pictures beside what is wrong, and tells open pages of each change", async () => {
    await using server = new GalleryServer();
    const url = await server.listen(0);
    const changes = (await fetch(`${url}changes`)).body?.pipeThrough(new TextDecoderStream()).getReader();
    const until = async (part: string): Promise<void> => {
      for (let text = ""; !text.includes(part);) text += (await changes?.read())?.value ?? "";
    };
    await until("here");
    server.show(SHOWCASE);
    await until("data: changed");
    server.tell(["cards.liquid:1:2: found <script>; allowed: none"]);
    await until("data: changed");
    const page = await (await fetch(url)).text();
    expect(page).toContain('<pre role="alert">cards.liquid:1:2: found &lt;script&gt;; allowed: none</pre>');
    expect(page).toContain('src="/show/0/light/drawbridge.slate/slate" width="360"');
    server.show(SHOWCASE);
    expect(await (await fetch(url)).text()).not.toContain('role="alert"');
    await changes?.cancel();
  });

  test("answers this machine by its own name only, and lets nothing in a picture run", async () => {
    await using server = new GalleryServer();
    const url = await server.listen(0);
    server.show(SHOWCASE);
    const { host } = new URL(url);
    const statuses = [
      await asked(url, host),
      await asked(url, "rebound.example.com"),
      await asked(url, host, "POST"),
      await asked(`${url}show/0/light/elsewhere`, host),
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 403, 403, 404]);
    const shown = await fetch(`${url}show/0/light/drawbridge.slate/slate`);
    expect(shown.headers.get("content-security-policy")).toMatch(/^default-src 'none'; script-src 'self';/);
    expect(await (await fetch(url)).text()).toContain('sandbox="allow-same-origin"');
  });
});
