/** Pages at a hostname that is not the one of their language. */
import { beforeAll, describe, expect, test } from "vitest";
import { FORM_SCRIPT_PATH } from "../../../runtime/forms/script.ts";
import { page, SITE, textSection, type World } from "../kernel/world.ts";
import { FORMS } from "../mail/confirmWorld.ts";
import { HOST, HOSTNAMES, hostsWorld, hrefsOf, visit, WITH_HOST } from "./hostsWorld.ts";
import { german, LANGUAGE_PACK } from "./languagesWorld.ts";

const [MAIN, THERE] = ["https://acme.example", `https://${HOST}`];
const FORM = "contact.form";
const LINKS = "[Home](page:home) [Contact](page:contact) [Zimmer](page:zimmer) [Top](#top) [File](/media/a.pdf)";

let world: World;

/** German has the source in place of a missing page, at its hostname. */
beforeAll(async () => {
  const languages = WITH_HOST.map((one) => (one.tag === "de" ? { ...one, fallback: "source" as const } : one));
  const pages = {
    home: page("/"),
    start: german("/de", "home"),
    zimmer: page("/de/zimmer", { language: "de" }),
    contact: page("/contact", {
      sections: [textSection(LINKS), { id: "form", type: "test.form/form", fields: {} }],
    }),
    lost: page("/404", { title: "Not there" }),
    fort: german("/de/404", "lost", { title: "Nichts da" }),
  };
  world = await hostsWorld(HOSTNAMES, { languages }, pages, [...LANGUAGE_PACK, FORMS]);
});

const sourcesOf = ({ headers }: Awaited<ReturnType<typeof visit>>): string =>
  /script-src ([^;]*)/.exec(headers["Content-Security-Policy"] ?? "")?.[1] ?? "";

describe("a source that is shown at the hostname of another language", () => {
  test("links each page at its own hostname, and what the platform serves at this one", async () => {
    const shown = await visit(world, "/contact", HOST);
    expect([shown.status, shown.headers["Cache-Control"]]).toEqual([200, "private, no-cache"]);
    expect(hrefsOf(shown.html)).toEqual(
      expect.arrayContaining([`${MAIN}/`, `${MAIN}/contact`, `${THERE}/zimmer`, "#top", "/media/a.pdf"]),
    );
    for (const href of hrefsOf(shown.html))
      expect(href).toMatch(/^(?:https:\/\/(?:acme|werft)\.example\/|#|\/media\/)/);
    expect(shown.html).toContain('action="/api/forms/contact.form"');
    expect(shown.html).toContain('name="robots" content="noindex"');
    expect(shown.html).not.toContain('rel="canonical"');
  });

  test("may run the form's script of this hostname, and of no other site", async () => {
    expect(sourcesOf(await visit(world, "/contact", HOST))).toBe(
      [MAIN, THERE].map((origin) => origin + FORM_SCRIPT_PATH).join(" "),
    );
    expect(sourcesOf(await visit(world, "/contact"))).toBe(MAIN + FORM_SCRIPT_PATH);
  });

  test("is at its own address as before, with paths", async () => {
    expect(hrefsOf((await visit(world, "/contact")).html)).toEqual(
      expect.arrayContaining(["/", "/contact", `${THERE}/zimmer`]),
    );
  });
});

test("the answer of a form is right at each hostname at which visitors may have sent it", async () => {
  const answer = await world.kernel.forms.sent(SITE, FORM);
  expect(hrefsOf(answer.body ?? "")).toEqual(
    expect.arrayContaining([`${MAIN}/`, `${MAIN}/contact`, `${THERE}/zimmer`, "#top"]),
  );
  expect(hrefsOf(answer.body ?? "").filter((href) => /^\/(?!media\/)/.test(href))).toEqual([]);
});

test("an address that is gone at the hostname has the page of its language, and at the main one that of the site", async () => {
  const gone = (from: string) => ({ from, status: 410 });
  await world.run("redirects.put", {
    expected: world.kernel.documents.only(SITE, "redirects").version,
    body: { entries: [gone(`${THERE}/alt`), gone(`${THERE}/old/*`), gone("/old"), gone("https://old.example/alt")] },
  });
  await world.run("publish", {});
  const titles = [
    ["/alt", HOST],
    ["/old/a/b", HOST],
    ["/old", ""],
    ["/alt", "old.example"],
  ] as const;
  const seen = await Promise.all(titles.map(([path, host]) => visit(world, path, host)));
  expect(seen.map(({ status, html }) => [status, /<title>([^<]*)/.exec(html)?.[1]?.split(" ·")[0]])).toEqual([
    [410, expect.stringContaining("Nichts da")],
    [410, expect.stringContaining("Nichts da")],
    [410, expect.stringContaining("Not there")],
    [410, expect.stringContaining("Not there")],
  ]);
});
