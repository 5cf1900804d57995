/** Addresses of pages for readers: no redirect, menu, language or cache tells them. */
import { describe, expect, test } from "vitest";
import type { Page, SiteDocument } from "../../../runtime/documents/content/content.ts";
import { unshared } from "../../../runtime/serving/publishedAnswer.ts";
import { ANSWER_HEADERS } from "../../../runtime/serving/answerHeaders.ts";
import { PublicRules } from "../../../runtime/serving/rules/publicRules.ts";
import { rulesToReaders } from "../../../runtime/serving/rules/rulesToReaders.ts";
import { CATALOGUE_REDIRECTS_MAX } from "../../../manifests/bounds/documents.ts";
import { SITE, type World, initialiseInput, listSection, page, worldBegunBy } from "../../runtime/kernel/world.ts";
import { HOST, HOSTNAMES, hostsWorld } from "../../runtime/languages/hostsWorld.ts";
import {
  LANGUAGES,
  LANGUAGE_PACK,
  german,
  languagesWorld,
  siteInLanguages,
} from "../../runtime/languages/languagesWorld.ts";
import { bodyOf, loginIn, readersWorld, secretOf } from "../../runtime/readers/readersWorld.ts";

/** Gives a site a reader, and answers the secret of their login. */
async function reader({ kernel, powers }: World, groups: string[] = []): Promise<string> {
  kernel.readers.add(SITE, { id: "r1", address: "ann@tide.example", groups, madeBy: "" });
  kernel.readerLogins.begin(SITE, await powers.digest("secret"), "r1");
  return "secret";
}

describe("a menu's page whose translation is no longer for everybody", () => {
  const rooms = (more: Partial<Page> = {}): Page => german("/de/zimmer", "rooms", { title: "Zimmer", ...more });
  const site = (zimmer: Page): SiteDocument => {
    const made = siteInLanguages({
      home: page("/"),
      start: german("/de", "home"),
      rooms: page("/rooms"),
      zimmer,
      other: page("/other"),
      andere: german("/de/andere", "other"),
    });
    const { navigation } = made;
    const header = [...(navigation.menus["header"] ?? []), { label: "Rooms", link: "page:rooms" }];
    return { ...made, navigation: { ...navigation, menus: { ...navigation.menus, header } } };
  };
  const seen = async (world: World): Promise<string[]> => {
    const paths = ["/", "/de", "/rooms", "/other", "/de/andere", "/sitemap.xml"];
    const answers = await Promise.all(paths.map((path) => world.kernel.serve(SITE, path, null, {})));
    return answers.map(({ body }) => body ?? "");
  };

  test.each([[{ audience: ["readers"] }], [{ noindex: true }], [{ title: "Unsere Zimmer" }]])(
    "changes all pages as a publication of the whole site would: %j",
    async (more) => {
      const [changed, whole] = [
        await worldBegunBy([initialiseInput(site(rooms()))], LANGUAGE_PACK),
        await worldBegunBy([initialiseInput(site(rooms(more)))], LANGUAGE_PACK),
      ];
      expect((await seen(changed)).slice(0, 5).join("")).toContain("/de/zimmer");
      await changed.write("zimmer", rooms(more));
      await changed.run("publish", {});
      const now = await seen(changed);
      expect(now.slice(0, 5)).toEqual((await seen(whole)).slice(0, 5));
      if ("audience" in more) expect(now.join("")).not.toContain("/de/zimmer");
    },
  );
});

test.each([
  ["page", "private, no-cache"],
  ["visitorPage", "no-store"],
  ["readersPage", "private, no-store"],
] as const)("an answer of kind %s that no shared cache keeps has the Cache-Control %s", (kind, expected) => {
  const answer = unshared({ status: 200, body: "", headers: { ...ANSWER_HEADERS[kind] } });
  expect(answer.headers["Cache-Control"]).toBe(expected);
});

test("a page for readers is in no cache at the hostname of its language", async () => {
  const world = await hostsWorld(
    HOSTNAMES,
    {},
    {
      home: page("/"),
      start: german("/de", "home"),
      secret: page("/de/geheim", { language: "de", audience: ["readers"] }),
    },
  );
  const login = await reader(world);
  const visit = (one?: string) => world.kernel.serve(SITE, "/geheim", null, { host: HOST, login: one });
  const answers = [await visit(), await visit(login)];
  expect(answers.map(({ status }) => status)).toEqual([403, 200]);
  for (const { headers } of answers) expect(headers["Cache-Control"]).toBe("private, no-store");
});

describe("a page for readers at an address that", () => {
  test("the source of its language would answer instead", async () => {
    const languages = LANGUAGES.map((one) => (one.tag === "de" ? { ...one, fallback: "source" as const } : one));
    const pages = {
      home: page("/"),
      rooms: page("/rooms"),
      raum: german("/de/rooms", "rooms", { audience: ["readers"], title: "Nur für Leser" }),
    };
    const world = await languagesWorld(siteInLanguages(pages, { languages }));
    const login = await reader(world);
    const visit = (one?: string) => world.kernel.serve(SITE, "/de/rooms", null, { login: one });
    expect((await visit()).status).toBe(403);
    const shown = await visit(login);
    expect(shown.status).toBe(200);
    expect(shown.body).toContain("Nur für Leser");
  });

  test.each(["/journal/page/2", "/journal/2026"])("is below a public list: %s", async (path) => {
    const at = await readersWorld({
      home: page("/"),
      journal: page("/journal", { sections: [listSection("", "all")] }),
      kept: page(path, { audience: ["readers"], title: "Kept" }),
    });
    const login = await at.signIn("ann@tide.example");
    expect((await at.visit(path)).status).toBe(403);
    expect((await at.visit(path, login)).body).toContain("Kept");
  });
});

describe("a redirect to a page for readers", () => {
  const PLAN = "/layoffs-2027";
  const moved = async () => {
    const at = await readersWorld({
      home: page("/"),
      about: page("/about"),
      members: page("/old-plan", { audience: ["paid"] }),
    });
    await at.world.run("page.update", { page: "members", expected: 1, changes: { path: PLAN }, redirect: true });
    await at.world.run("publish", {});
    return at;
  };

  test("names its address to its readers alone, and is in no cache", async () => {
    const at = await moved();
    const login = await at.signIn("ann@tide.example", "/old-plan");
    const stranger = await at.visit("/old-plan");
    const other = await at.visit("/old-plan", login);
    for (const answer of [stranger, other]) {
      expect(answer.status).toBe(403);
      expect(JSON.stringify(answer)).not.toContain("layoffs");
    }
    expect(stranger.body).toContain('value="/old-plan"');
    const { id = "" } = at.world.kernel.readers.at(SITE, "ann@tide.example") ?? {};
    await at.world.run("reader.groups", { reader: id, groups: ["paid"] });
    const led = await at.visit("/old-plan", login);
    expect([led.status, led.headers["Location"]]).toEqual([301, PLAN]);
    for (const answer of [stranger, other, led]) expect(answer.headers["Cache-Control"]).toBe("private, no-store");
  });

  test("brings a reader who signs in there back to the address that they asked for", async () => {
    const at = await moved();
    const asked = await at.ask("ann@tide.example", "/old-plan");
    expect(bodyOf(asked)).not.toContain("layoffs");
    await at.ring();
    expect(await at.act({ do: "enter", secret: secretOf(at.got[0]) })).toMatchObject({ to: "/old-plan" });
    expect(loginIn(await at.act({ do: "enter", secret: secretOf(at.got[0]) }))).toBe("");
  });

  test.each(["/layoffs-2027", "/layoffs-2027/", "/Layoffs-2027", "/layoffs-2027?from=old", "/layoffs-2027#plan"])(
    "is found in each spelling: %s",
    async (to) => {
      const at = await moved();
      const { version, body } = at.world.kernel.documents.only(SITE, "redirects");
      const entries = [...body.entries, { from: "/very-old", to, status: 302 as const }];
      await at.world.run("redirects.put", { expected: version, body: { entries } });
      await at.world.run("publish", {});
      const answer = await at.visit("/very-old");
      expect(answer.status).toBe(403);
      expect(JSON.stringify(answer)).not.toMatch(/layoffs/i);
      expect(JSON.stringify(await at.world.kernel.published.catalogue(SITE))).not.toMatch(/layoffs/i);
    },
  );

  test("is not in the catalogue of agents, and is there again when the page is for everybody", async () => {
    const at = await moved();
    const catalogue = async () => JSON.stringify(await at.world.kernel.published.catalogue(SITE));
    expect(await catalogue()).not.toContain("layoffs");
    await at.world.write("members", page(PLAN));
    await at.world.run("publish", {});
    expect(await catalogue()).toContain("layoffs");
    expect((await at.visit("/old-plan")).headers["Location"]).toBe(PLAN);
  });

  test("is not in the lists of a site with many redirects", async () => {
    const place = { origin: "https://tide.example" };
    const entries = Array.from({ length: CATALOGUE_REDIRECTS_MAX + 2 }, (_, index) => ({
      from: `/old-${index}`,
      to: index % 2 === 0 ? PLAN : `/new-${index}`,
      status: 301 as const,
    }));
    const body = JSON.stringify(entries);
    const parts = [{ body, entries, chars: body.length, bytes: body.length, hasEnd: true }];
    const documents = { redirects: { stamp: () => "one" }, redirectParts: () => parts };
    const rules = new PublicRules({
      documents: documents as unknown as ConstructorParameters<typeof PublicRules>[0]["documents"],
      digest: async (text) => text,
      keyOf: (_, digest) => digest,
    });
    const texts = async (addresses: string[]): Promise<string> =>
      ((await rules.of(SITE, 1, rulesToReaders(addresses, place)))?.parts ?? []).map((one) => one.text()).join("");
    expect(JSON.parse(await texts([]))).toEqual(entries);
    expect(JSON.parse(await texts([PLAN]))).toEqual(entries.filter(({ to }) => to !== PLAN));
    expect(JSON.parse(await texts([]))).toEqual(entries);
  });
});
