import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
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

const FILES = {
  "ribbon/plugin.jsonc": JSON.stringify(MANIFEST),
  "ribbon/ribbon.liquid": "<p>{{ fields.words }}</p>",
  "ribbon/ribbon.md.liquid": "{{ fields.words }}",
};

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

const activeIn = async (local: Local): Promise<string[]> => (await pluginsIn(local)).map(({ id }) => id);

/** A run on the data folder, with what it knew of `acme.ribbon` and said. */
async function ran(data: string, plugins: string) {
  const said: string[] = [];
  const tell = (line: string): void => void said.push(line);
  const local = await startLocal({ port: 0, data, fresh: false, profile: "core", plugins: [plugins], tell });
  try {
    const all = (await pluginsIn(local)).filter(({ id }) => id === "acme.ribbon");
    return { active: all.map(({ version }) => version), leftOut: (await local.standing()).leftOut, said };
  } finally {
    await local.stop();
  }
}

const started = (data: string, plugins: readonly string[]): Promise<Local> =>
  startLocal({ port: 0, data, fresh: false, profile: "core", plugins });

describe("plugins of an author", () => {
  test("run beside the first-party plugins, in this run only", async () => {
    using source = folder(FILES);
    using here = testFolder();
    const local = await started(here.path, [source.path]);
    const active = await activeIn(local);
    const { loader, skipped } = await local.standing();
    await local.stop();
    expect([loader, skipped]).toEqual([{ available: false, reason: "this deployment has no plugin sandbox" }, []]);
    expect(active.filter((id) => id === "acme.ribbon")).toHaveLength(2);
    expect(active.filter((id) => id === "drawbridge.basics")).toHaveLength(2);
    expect(readFileSync(here.at("plugins/first-party.json"), "utf8")).toContain("acme.ribbon");
  });

  test("with faults keep no site from starting, and the start names file and line", async () => {
    using source = folder({
      ...FILES,
      "bell/plugin.jsonc": JSON.stringify({ ...MANIFEST, id: "bell" }),
      "twin/plugin.jsonc": FILES["ribbon/plugin.jsonc"],
      "twin/ribbon.liquid": FILES["ribbon/ribbon.liquid"],
      "twin/ribbon.md.liquid": FILES["ribbon/ribbon.md.liquid"],
    });
    using here = testFolder();
    await fillWithDemo(here.path);
    const { active, leftOut, said } = await ran(here.path, source.path);
    expect(active).toEqual(["1.0.0", "1.0.0"]);
    expect(leftOut).toEqual([
      {
        folder: join(source.path, "bell"),
        id: undefined,
        lines: [expect.stringMatching(/bell\/plugin\.jsonc:1:\d+ \/id: found .+/)],
        goesOn: [],
      },
      {
        folder: join(source.path, "twin"),
        id: undefined,
        lines: [expect.stringMatching(/twin \/id: found acme\.ribbon, which .+ribbon has/)],
        goesOn: [],
      },
    ]);
    expect(said).toContainEqual(expect.stringMatching(/^A plugin is left out\. .+bell\/plugin\.jsonc:1:\d+ /));
  });

  test("that become faulty keep their earlier version until their author corrects them", async () => {
    using source = folder(FILES);
    using here = testFolder();
    await fillWithDemo(here.path);
    const manifest = (version: string): string => JSON.stringify({ ...MANIFEST, version });
    await ran(here.path, source.path);
    source.write("ribbon/plugin.jsonc", `${manifest("1.1.0").slice(0, -1)},,}`);
    const goesOn = ["Saltmarrow", "Lantern"].map(() => ({ site: expect.any(String), version: "1.0.0" }));
    for (const _start of ["next", "after"])
      expect(await ran(here.path, source.path)).toMatchObject({
        active: ["1.0.0", "1.0.0"],
        leftOut: [{ id: "acme.ribbon", goesOn }],
      });
    source.write("ribbon/plugin.jsonc", manifest("1.1.0"));
    expect(await ran(here.path, source.path)).toMatchObject({ active: ["1.1.0", "1.1.0"], leftOut: [] });
  });
});

test("two plugins with code that claim one file stop no start, which serves all sites without the second", async () => {
  const claiming = (id: string): string =>
    JSON.stringify({
      manifestVersion: 1,
      id,
      version: "1.0.0",
      name: id,
      kind: "executable",
      engine: "^1.0.0",
      main: "main.js",
      contributes: { files: [{ path: "/bye.txt", type: "text/plain; charset=utf-8", template: "bye.liquid" }] },
    });
  const code = "export const routes = {};\n";
  using source = folder({
    "one/plugin.jsonc": claiming("acme.one"),
    "one/bye.liquid": "one",
    "one/main.js": code,
    "two/plugin.jsonc": claiming("acme.two"),
    "two/bye.liquid": "two",
    "two/main.js": code,
  });
  using here = testFolder();
  await fillWithDemo(here.path);
  const said: string[] = [];
  const tell = (line: string): void => void said.push(line);
  const local = await startLocal({
    port: 0,
    data: here.path,
    profile: "plugins",
    plugins: [source.path],
    tell,
    fresh: false,
  });
  const active = await activeIn(local);
  await local.stop();
  expect([active.includes("acme.one"), active.includes("acme.two")]).toEqual([true, false]);
  expect(said).toContainEqual(
    expect.stringMatching(
      /^acme\.two 1\.0\.0 is installed but not in use: PLUGIN_NAME_TAKEN, acme\.one has the file \/bye\.txt\./,
    ),
  );
});

describe("a version that requests more than was granted", () => {
  const CODE = "export const routes = { last: async () => ({ body: {} }) };\n";
  const asking = (version: string, capabilities: object): Record<string, string> => ({
    "counter/plugin.jsonc": JSON.stringify({
      manifestVersion: 1,
      id: "acme.counter",
      version,
      name: "Counter",
      kind: "executable",
      engine: "^1.0.0",
      main: "main.js",
      contributes: { routes: [{ name: "last", path: "/last", methods: ["GET"], access: "public" }] },
      capabilities,
    }),
    "counter/main.js": CODE,
  });
  const STORAGE = { storage: { maxBytes: 1000, maxKeys: 2, reason: "to keep the count" } };
  const MORE = { ...STORAGE, http: { hosts: ["rates.example.com"], methods: ["GET"], reason: "to ask for rates" } };

  test("waits beside the version in use, and the sites start", async () => {
    using here = testFolder();
    await fillWithDemo(here.path);
    const start = async (source: string): Promise<readonly [string, number]> => {
      const said: string[] = [];
      const tell = (line: string): void => void said.push(line);
      const local = await startLocal({
        port: 0,
        data: here.path,
        fresh: false,
        profile: "plugins",
        plugins: [source],
        tell,
      });
      const { status } = await requestLocal({
        port: local.port,
        host: new URL(local.site).hostname,
        path: "/api/plugins/acme.counter/routes/last",
      });
      await local.stop();
      return [said.join("\n"), status];
    };
    using first = folder(asking("1.0.0", STORAGE));
    expect(await start(first.path)).toEqual([expect.stringContaining("acme.counter 1.0.0"), 200]);
    using second = folder(asking("1.1.0", MORE));
    const waits = "acme.counter 1.1.0 is waiting; 1.0.0 stays in use. To see why: svc plugin show acme.counter.";
    for (const _start of ["next", "after"])
      expect(await start(second.path)).toEqual([expect.stringContaining(waits), 200]);
  });
});

describe("a plugin with code that turns wrong", () => {
  const MANIFEST_OF = (version: string, main: string): string =>
    JSON.stringify({
      manifestVersion: 1,
      id: "acme.bell",
      version,
      name: "Bell",
      kind: "executable",
      engine: "^1.0.0",
      main,
      contributes: { routes: [{ name: "ring", path: "/ring", methods: ["GET"], access: "public" }] },
    });
  const RINGS = 'export const routes = { ring: async () => ({ body: "1.0.0" }) };\n';

  test.each([
    ["main.js", "export const routes = ;\n", /bell\/main\.js:1:23 \/: found code that cannot be read/],
    [
      "main.ts",
      'import { a } from "zodd";\nexport const routes = { ring: a };\n',
      /bell\/main\.ts:1:\d+ \/main: found .*zodd/,
    ],
  ])("goes on in the version that is installed: %s, %s", async (main, wrong, says) => {
    using source = folder({ "bell/plugin.jsonc": MANIFEST_OF("1.0.0", main), [`bell/${main}`]: RINGS });
    using here = testFolder();
    await fillWithDemo(here.path);
    const start = async () => {
      const local = await startLocal({
        port: 0,
        data: here.path,
        fresh: false,
        profile: "plugins",
        plugins: [source.path],
      });
      const host = new URL(local.site).hostname;
      const path = "/api/plugins/acme.bell/routes/ring";
      const { text } = await requestLocal({ port: local.port, host, path });
      const { leftOut } = await local.standing();
      await local.stop();
      return { text: text.trim(), leftOut };
    };
    expect(await start()).toEqual({ text: '"1.0.0"', leftOut: [] });
    source.write("bell/plugin.jsonc", MANIFEST_OF("1.1.0", main));
    source.write(`bell/${main}`, wrong);
    expect(await start()).toEqual({
      text: '"1.0.0"',
      leftOut: [
        {
          folder: join(source.path, "bell"),
          id: "acme.bell",
          lines: [expect.stringMatching(says)],
          goesOn: [{ site: expect.any(String), version: "1.0.0" }],
        },
      ],
    });
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
