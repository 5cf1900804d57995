import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startLocal, type Local } from "../../sites/machine/local.ts";
import { requestLocal } from "../../sites/machine/process/request.ts";
import { folder } from "../gates/folder.ts";
import { fillWithDemo } from "../support/filled.ts";
import { testFolder } from "./testFolder.ts";

const MANIFEST = {
  manifestVersion: 1,
  id: "acme.ribbon",
  version: "1.0.0",
  name: "Ribbon",
  description: "A line across the page.",
  kind: "declarative",
  engine: "^1.0.0",
  contributes: {
    sections: [
      {
        name: "ribbon",
        title: "Ribbon",
        description: "A line of text.",
        category: "text",
        template: "ribbon.liquid",
        markdown: "ribbon.md.liquid",
        variants: [{ name: "plain", title: "Plain" }],
        fields: {
          type: "object",
          properties: { words: { $ref: "drawbridge:text", title: "Words", default: "Hello" } },
          required: ["words"],
          additionalProperties: false,
        },
        presets: [{ title: "Ribbon", variant: "plain", fields: { words: "Hello" } }],
        example: { variant: "plain", fields: { words: "Hello" } },
      },
    ],
  },
};

const ribbonManifest = (version = "1.0.0"): string => JSON.stringify({ ...MANIFEST, version });

/** The files of a plugin with a section and no code. */
const ribbon = (name = "ribbon"): Record<string, string> => ({
  [`${name}/plugin.jsonc`]: ribbonManifest(),
  [`${name}/ribbon.liquid`]: "<p>{{ fields.words }}</p>",
  [`${name}/ribbon.md.liquid`]: "{{ fields.words }}",
});

const executable = (name: string, more: object): string =>
  JSON.stringify({
    manifestVersion: 1,
    id: `acme.${name}`,
    version: "1.0.0",
    name,
    kind: "executable",
    engine: "^1.0.0",
    main: "main.js",
    ...more,
  });

/** A plugin with code that claims the file that others claim, too. */
const claiming = (name: string): Record<string, string> => ({
  [`${name}/plugin.jsonc`]: executable(name, {
    contributes: { files: [{ path: "/bye.txt", type: "text/plain; charset=utf-8", template: "bye.liquid" }] },
  }),
  [`${name}/bye.liquid`]: name,
  [`${name}/main.js`]: "export const routes = {};\n",
});

const STORAGE = { storage: { maxBytes: 1000, maxKeys: 2, reason: "to keep the count" } };
const MORE = { ...STORAGE, http: { hosts: ["rates.example.com"], methods: ["GET"], reason: "to ask for rates" } };

const routesOf = (name: string): object => ({
  routes: [{ name, path: `/${name}`, methods: ["GET"], access: "public" }],
});

const asking = (version: string, capabilities: object): Record<string, string> => ({
  "counter/plugin.jsonc": executable("counter", { version, contributes: routesOf("last"), capabilities }),
  "counter/main.js": "export const routes = { last: async () => ({ body: {} }) };\n",
});

const RINGS = 'export const routes = { ring: async () => ({ body: "1.0.0" }) };\n';
const WRONG_SCRIPT = "export const routes = ;\n";
const WRONG_IMPORT = 'import { a } from "zodd";\nexport const routes = { ring: a };\n';

const ringing = (name: string, version: string, main: string, code: string): Record<string, string> => ({
  [`${name}/plugin.jsonc`]: executable(name, { version, main, contributes: routesOf("ring") }),
  [`${name}/${main}`]: code,
});

interface Active {
  readonly id: string;
  readonly version: string;
}

interface Status {
  readonly tenants: readonly {
    readonly workspace: {
      readonly sites: readonly { readonly plugins: { readonly active: readonly Active[] } }[];
    };
  }[];
}

async function pluginsIn({ port, site, secrets }: Local): Promise<readonly Active[]> {
  const headers = { authorization: `Bearer ${secrets["PROVISIONING_SECRET"]}` };
  const { text } = await requestLocal({ port, host: new URL(site).hostname, path: "/api/admin/status", headers });
  const { tenants } = JSON.parse(text) as Status;
  return tenants.flatMap(({ workspace }) => workspace.sites.flatMap(({ plugins }) => plugins.active));
}

describe("plugins of an author", () => {
  test("run beside the first-party plugins, in this run only", async () => {
    using source = folder(ribbon());
    using here = testFolder();
    const local = await startLocal({
      port: 0,
      data: here.path,
      fresh: false,
      profile: "core",
      plugins: [source.path],
    });
    const active = (await pluginsIn(local)).map(({ id }) => id);
    const { loader, skipped } = await local.standing();
    await local.stop();
    expect([loader, skipped]).toEqual([{ available: false, reason: "this deployment has no plugin sandbox" }, []]);
    expect(active.filter((id) => id === "acme.ribbon")).toHaveLength(2);
    expect(active.filter((id) => id === "drawbridge.basics")).toHaveLength(2);
    expect(readFileSync(here.at("plugins/first-party.json"), "utf8")).toContain("acme.ribbon");
  });
});

/** The parts of a start that say what became of the author's plugins. */
interface Started {
  readonly active: readonly Active[];
  readonly leftOut: Awaited<ReturnType<Local["standing"]>>["leftOut"];
  readonly said: readonly string[];
  readonly counter: number;
  readonly rings: readonly string[];
}

const routeOf = ({ port, site }: Local, plugin: string, route: string) =>
  requestLocal({ port, host: new URL(site).hostname, path: `/api/plugins/${plugin}/routes/${route}` });

/** Starts on the data folder with the author's plugins, looks, and stops. */
async function started(data: string, plugins: string): Promise<Started> {
  const said: string[] = [];
  const tell = (line: string): void => void said.push(line);
  const local = await startLocal({ port: 0, data, fresh: false, profile: "plugins", plugins: [plugins], tell });
  try {
    const [bell, chime] = [await routeOf(local, "acme.bell", "ring"), await routeOf(local, "acme.chime", "ring")];
    return {
      active: await pluginsIn(local),
      leftOut: (await local.standing()).leftOut,
      said,
      counter: (await routeOf(local, "acme.counter", "last")).status,
      rings: [bell, chime].map(({ text }) => text.trim()),
    };
  } finally {
    await local.stop();
  }
}

/** The sites of the demo that go on in version 1.0.0 of a plugin. */
const goingOn = (sites: number): object[] =>
  Array.from({ length: sites }, () => ({ site: expect.any(String) as string, version: "1.0.0" }));

/** Four starts on one folder, between which the author changes the plugins. */
describe("plugins of an author, from start to start,", () => {
  const source = folder({
    ...ribbon(),
    "nameless/plugin.jsonc": JSON.stringify({ ...MANIFEST, id: "bell" }),
    ...ribbon("twin"),
    ...claiming("one"),
    ...claiming("two"),
    ...asking("1.0.0", STORAGE),
    ...ringing("bell", "1.0.0", "main.js", RINGS),
    ...ringing("chime", "1.0.0", "main.ts", RINGS),
  });
  const here = testFolder();
  const write = (files: Readonly<Record<string, string>>): void =>
    Object.entries(files).forEach(([path, text]) => source.write(path, text));
  let first: Started;
  /** The two starts with plugins that have become wrong. */
  let wrong: readonly Started[];
  let corrected: Started;

  beforeAll(async () => {
    await fillWithDemo(here.path);
    first = await started(here.path, source.path);
    for (const name of ["nameless", "twin"]) rmSync(join(source.path, name), { recursive: true });
    write({ "ribbon/plugin.jsonc": `${ribbonManifest("1.1.0").slice(0, -1)},,}` });
    write(asking("1.1.0", MORE));
    write(ringing("bell", "1.1.0", "main.js", WRONG_SCRIPT));
    write(ringing("chime", "1.1.0", "main.ts", WRONG_IMPORT));
    wrong = [await started(here.path, source.path), await started(here.path, source.path)];
    write({ "ribbon/plugin.jsonc": ribbonManifest("1.1.0") });
    corrected = await started(here.path, source.path);
  });
  afterAll(() => {
    source[Symbol.dispose]();
    here[Symbol.dispose]();
  });

  const ribbonsIn = ({ active }: Started): string[] =>
    active.filter(({ id }) => id === "acme.ribbon").map(({ version }) => version);
  const leftOutOf = ({ leftOut }: Started, id: string) => leftOut.find((one) => one.id === id);

  test("with faults keep no site from starting, and the start names file and line", () => {
    expect(ribbonsIn(first)).toEqual(["1.0.0", "1.0.0"]);
    expect(first.leftOut).toEqual([
      {
        folder: join(source.path, "nameless"),
        id: undefined,
        lines: [expect.stringMatching(/nameless\/plugin\.jsonc:1:\d+ \/id: found .+/)],
        goesOn: [],
      },
      {
        folder: join(source.path, "twin"),
        id: undefined,
        lines: [expect.stringMatching(/twin \/id: found acme\.ribbon, which .+ribbon has/)],
        goesOn: [],
      },
    ]);
    expect(first.said).toContainEqual(
      expect.stringMatching(/^A plugin is left out\. .+nameless\/plugin\.jsonc:1:\d+ /),
    );
  });

  test("that become faulty keep their earlier version until their author corrects them", () => {
    for (const start of wrong) {
      expect(ribbonsIn(start)).toEqual(["1.0.0", "1.0.0"]);
      expect(start.leftOut.map(({ id }) => id)).toEqual(["acme.bell", "acme.chime", "acme.ribbon"]);
      expect(leftOutOf(start, "acme.ribbon")).toMatchObject({ goesOn: goingOn(2) });
    }
    expect([ribbonsIn(corrected), leftOutOf(corrected, "acme.ribbon")]).toEqual([["1.1.0", "1.1.0"], undefined]);
  });

  test("that claim one file stop no start, which serves all sites without the second", () => {
    const ids = first.active.map(({ id }) => id);
    expect([ids.includes("acme.one"), ids.includes("acme.two")]).toEqual([true, false]);
    expect(first.said).toContainEqual(
      expect.stringMatching(
        /^acme\.two 1\.0\.0 is installed but not in use: PLUGIN_NAME_TAKEN, acme\.one has the file \/bye\.txt\./,
      ),
    );
  });

  test("that request more than was granted wait beside the version in use, and the sites start", () => {
    expect([first.said.join("\n"), first.counter]).toEqual([expect.stringContaining("acme.counter 1.0.0"), 200]);
    const waits = "acme.counter 1.1.0 is waiting; 1.0.0 stays in use. To see why: svc plugin show acme.counter.";
    for (const { said, counter } of wrong)
      expect([said.join("\n"), counter]).toEqual([expect.stringContaining(waits), 200]);
  });

  test.each([
    ["bell", /bell\/main\.js:1:23 \/: found code that cannot be read/],
    ["chime", /chime\/main\.ts:1:\d+ \/main: found .*zodd/],
  ])("whose code turns wrong go on in the version that is installed: %s", (name, says) => {
    expect([first.rings, leftOutOf(first, `acme.${name}`)]).toEqual([['"1.0.0"', '"1.0.0"'], undefined]);
    for (const start of wrong) {
      expect(start.rings).toEqual(['"1.0.0"', '"1.0.0"']);
      expect(leftOutOf(start, `acme.${name}`)).toEqual({
        folder: join(source.path, name),
        id: `acme.${name}`,
        lines: [expect.stringMatching(says)],
        goesOn: goingOn(1),
      });
    }
  });
});

describe("a start from another program", () => {
  const WORKER = "export default { fetch: (request) => Response.json({ url: request.url }) };";
  const CONFIG = JSON.stringify({ name: "front", main: "front.js", compatibility_date: "2026-08-01" });

  test("gives the port to the first further worker, and stops without leftovers", async () => {
    using source = folder({ "front.js": WORKER, "wrangler.jsonc": CONFIG });
    using here = testFolder();
    const local = await startLocal({
      port: 0,
      data: here.path,
      fresh: false,
      profile: "core",
      plugins: [],
      demo: false,
      extraWorkers: [`${source.path}/wrangler.jsonc`],
    });
    const { text } = await requestLocal({ port: local.port, host: "any.localhost", path: "/where" });
    expect(JSON.parse(text)).toEqual({ url: `http://any.localhost:${local.port}/where` });
    expect(local).toMatchObject({
      site: `http://localhost:${local.port}`,
      sites: [],
      pid: expect.any(Number),
    });
    await local.stop();
    expect(local.pid).toBeUndefined();
    await expect(requestLocal({ port: local.port, host: "localhost", path: "/" })).rejects.toThrow(/ECONNREFUSED/);
  });

  test("leaves nothing running if a worker cannot be built", async () => {
    using source = folder({ "front.js": 'import "./absent.js";', "wrangler.jsonc": CONFIG });
    using here = testFolder();
    const starting = startLocal({
      port: 0,
      data: here.path,
      fresh: false,
      profile: "core",
      plugins: [],
      demo: false,
      extraWorkers: [`${source.path}/wrangler.jsonc`],
    });
    await expect(starting).rejects.toThrow(/^The worker front does not build: .+absent\.js/s);
  });
});
