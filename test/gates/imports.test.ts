import { join } from "node:path";
import { dirname, relative } from "node:path/posix";
import { describe, expect, test } from "vitest";
import { ROOT, folder } from "./folder.ts";

const LIBRARIES = [
  "liquidjs",
  "markdown-it",
  "@cfworker/json-schema",
  "hono",
  "jose",
  "oauth4webapi",
  "@cloudflare/workers-oauth-provider",
  "@modelcontextprotocol/server",
  "@simplewebauthn/server",
  "commander",
  "jsonc-parser",
  "nodemailer",
  "acme-client",
  "semver",
];
const FOLDERS = ["manifests", "runtime", "capabilities", "sandbox", "plugins", "sites", "migrations", "test"];

const from = (...targets: string[]): string => targets.map((target) => `import "${target}";`).join("\n");
const typeFrom = (target: string): string => `export type Borrowed = import("${target}").Leaf;`;
const dynamic = (target: string): string => `export const later = () => import("${target}");`;

const CONFIG = join(ROOT, ".dependency-cruiser.mjs");
const {
  default: config,
  AREAS,
  AREA_FOLDERS,
  ROOMS,
  SITE_FOLDERS,
  SITE_MAY_IMPORT,
  EDITOR_IN_BROWSER,
  floorName,
} = (await import(CONFIG)) as {
  readonly default: { readonly forbidden: readonly { readonly name: string }[] };
  readonly AREAS: readonly string[];
  readonly AREA_FOLDERS: Readonly<Record<string, readonly string[]>>;
  readonly ROOMS: readonly string[];
  readonly SITE_FOLDERS: Readonly<Record<string, readonly string[]>>;
  readonly SITE_MAY_IMPORT: Readonly<Record<string, readonly string[]>>;
  readonly EDITOR_IN_BROWSER: string;
  readonly floorName: (floor: string) => string;
};

/** A file of every area that imports the area before its own. */
const GOOD_AREAS = Object.fromEntries(
  AREAS.map((area, index) => [
    `runtime/${area}/ground.ts`,
    `${from(...(index > 0 ? [`../${AREAS[index - 1]}/ground.ts`] : []))}\nexport type Leaf = 1;`,
  ]),
);

/** Files of every area: one imports the area behind its own, and one a file of the root, which joins the areas. */
const BAD_AREAS = AREAS.flatMap((area, index) => {
  const above = AREAS[index + 1];
  const rules = [`area-${area}-direction`];
  return [
    [`runtime/${area}/root.ts`, typeFrom("../leaf.ts"), rules] as const,
    ...(above === undefined ? [] : [[`runtime/${area}/above.ts`, typeFrom(`../${above}/ground.ts`), rules] as const]),
  ];
});

/** A file of every folder of an area that imports the folder before its own, and one of the area that imports the last. */
const GOOD_AREA_FOLDERS = Object.fromEntries(
  Object.entries(AREA_FOLDERS).flatMap(([area, folders]) => [
    ...folders.map((folder, index) => [
      `runtime/${area}/${folder}/ground.ts`,
      `${from("../../powers/ground.ts", ...(index > 0 ? [`../${folders[index - 1]}/ground.ts`] : []))}\nexport type Leaf = 1;`,
    ]),
    [`runtime/${area}/joins.ts`, from(`./${folders.at(-1)}/ground.ts`)],
  ]),
);

/** Files of every folder of an area: one imports the folder behind its own, and one a file of the area itself, as a type. */
const BAD_AREA_FOLDERS = Object.entries(AREA_FOLDERS).flatMap(([area, folders]) =>
  folders.flatMap((folder, index) => {
    const above = folders[index + 1];
    const rules = [`area-${area}-${folder}-direction`];
    return [
      [`runtime/${area}/${folder}/parent.ts`, typeFrom("../ground.ts"), rules] as const,
      ...(above === undefined
        ? []
        : [[`runtime/${area}/${folder}/above.ts`, from(`../${above}/ground.ts`), rules] as const]),
    ];
  }),
);

/** A file of every room of a folder that imports the room before its own and a file of the root. */
const goodRooms = (folder: string, rooms: readonly string[]) =>
  Object.fromEntries(
    rooms.map((room, index) => [
      `${folder}/${room}/ground.ts`,
      `${from("../leaf.ts", ...(index > 0 ? [`../${rooms[index - 1]}/ground.ts`] : []))}\nexport type Leaf = 1;`,
    ]),
  );

/** A file of every room of a folder but the last that imports the room behind its own. */
const badRooms = (folder: string, rule: string, rooms: readonly string[]) =>
  rooms
    .slice(0, -1)
    .map(
      (room, index) =>
        [
          `${folder}/${room}/above.ts`,
          typeFrom(`../${rooms[index + 1]}/ground.ts`),
          [`${rule}-${room}-direction`],
        ] as const,
    );

/** A file of every ordered folder of a site that imports the folder before its own. */
const GOOD_SITE_FOLDERS = Object.assign(
  {},
  ...Object.entries(SITE_FOLDERS).map(([parent, folders]) => ({
    [`${parent}/roof.ts`]: from(`./${folders.at(-1)}/ground.ts`),
    ...Object.fromEntries(
      folders.map((folder, index) => [
        `${parent}/${folder}/ground.ts`,
        `${from(...(index > 0 ? [`../${folders[index - 1]}/ground.ts`] : []))}\nexport type Leaf = 1;`,
      ]),
    ),
  })),
) as Readonly<Record<string, string>>;

/** The name of a folder of a site in the names of its rules. */
const ruleOf = (parent: string, folder: string): string =>
  `${parent.replace("sites/", "").replaceAll("/", "-")}-${folder}-direction`;

/** A file of every ordered folder that imports the folder behind its own, or one that stands in no list. */
const BAD_SITE_FOLDERS = Object.entries(SITE_FOLDERS).flatMap(([parent, folders]) =>
  folders.map(
    (folder, index) =>
      [
        `${parent}/${folder}/above.ts`,
        typeFrom(`../${folders[index + 1] ?? "cellar"}/ground.ts`),
        [ruleOf(parent, folder)],
      ] as const,
  ),
);

/** A file of every floor that imports a worker, which no other floor may do. */
const BAD_FLOORS = Object.keys(SITE_MAY_IMPORT).map((floor) => {
  const path = `sites/${floor === EDITOR_IN_BROWSER ? "editor/canvas" : floor}/floor.ts`;
  const worker = `sites/workers/${floor === "workers/site" ? "public-mcp" : "site"}/leaf.ts`;
  return [path, from(relative(dirname(path), worker)), [`site-${floorName(floor)}-direction`]] as const;
});

/** Folders of `sites/` at each depth, with a file of their own. */
const ROOFS = ["sites", "sites/web", "sites/cli/plugin", "sites/demo/a/b", "sites/demo/a/b/c"];

/** A file in a folder of each that imports the file of the folder around its own. */
const BAD_ROOFS = ROOFS.map(
  (parent, depth) =>
    [
      `${parent}/room/under.ts`,
      from("../roof.ts"),
      [`site-roof-${depth}`, ...(depth === 0 ? ["sites-apart"] : [])],
    ] as const,
);

/** Folders of a site that stand in no list, at each depth: one imports the other. */
const UNORDERED = [
  "sites/visitor",
  "sites/platform/login",
  "sites/visitor/a",
  "sites/demo/a/b",
  "sites/cli/plugin/a/b",
];

/** Files that keep the rules, in every layer. No finding may name one of them. */
const GOOD: Readonly<Record<string, string>> = {
  ...GOOD_AREAS,
  ...GOOD_AREA_FOLDERS,
  ...goodRooms("manifests", ROOMS),
  ...GOOD_SITE_FOLDERS,
  ...Object.fromEntries(
    Object.keys(SITE_FOLDERS).map((parent) => [`${parent}/cellar/ground.ts`, "export type Leaf = 1;"]),
  ),
  ...Object.fromEntries(ROOFS.map((parent) => [`${parent}/roof.ts`, "export type Leaf = 1;"])),
  ...Object.fromEntries(UNORDERED.map((parent) => [`${parent}/two/leaf.ts`, "export type Leaf = 1;"])),
  "manifests/leaf.ts": `${from("zod/mini")}\nexport type Leaf = 1;`,
  "manifests/trust/leaf.ts": from("jose"),
  "runtime/two.ts": typeFrom("./one.ts"), // half of a cycle, which is reported once, at its other half
  "runtime/leaf.ts": `${from("../manifests/leaf.ts", "@cfworker/json-schema")}\nexport type Leaf = 1;`,
  "runtime/templates/leaf.ts": from("liquidjs"),
  "runtime/rendering/markdown/leaf.ts": from("markdown-it"),
  "capabilities/leaf.ts": `${from("../manifests/leaf.ts", "../runtime/leaf.ts")}\nexport type Leaf = 1;`,
  "sandbox/leaf.ts": `${from("../manifests/leaf.ts", "../capabilities/leaf.ts")}\nexport type Leaf = 1;`,
  "sandbox/guest/leaf.ts": from("./protocol.ts"),
  "sandbox/guest/protocol.ts": "export type Leaf = 1;",
  "sandbox/guest/currentCall.ts": from("node:async_hooks"),
  "sites/workers/site/leaf.ts": `${from("hono", "jose", "cloudflare:workers", "../../../runtime/leaf.ts")}\nexport type Leaf = 1;`,
  "sites/web/leaf.ts": `${from("../../runtime/leaf.ts")}\nexport type Leaf = 1;`,
  "sites/platform/leaf.ts": from("oauth4webapi", "../../manifests/leaf.ts"),
  "sites/workers/private-mcp/leaf.ts": from("../../platform/leaf.ts", "@cloudflare/workers-oauth-provider"),
  "sites/editor/canvas/leaf.ts": from("../../platform/leaf.ts"),
  "sites/workers/public-mcp/leaf.ts": `${from("../../mcp/leaf.ts")}\nexport type Leaf = 1;`,
  "sites/mcp/leaf.ts": "export type Leaf = 1;",
  "sites/workers/workspace/leaf.ts": `${from("drawbridge:first-party", "../../../sandbox/leaf.ts")}\nexport type Leaf = 1;`,
  "sites/workers/tenant/leaf.ts": from("../workspace/leaf.ts"),
  "sites/workers/workers.ts": "export type Leaf = 1;",
  "sites/cli/leaf.ts": `${from("node:fs", "commander", "zod", "../../manifests/leaf.ts", "../workers/workers.ts")}\nexport type Leaf = 1;`,
  "sites/demo/leaf.ts": `${from("node:fs", "jsonc-parser")}\nexport type Leaf = 1;`,
  "sites/machine/leaf.ts": `${from("node:fs", "miniflare", "../cli/leaf.ts", "../demo/leaf.ts")}\nexport type Leaf = 1;`,
  "test/some.test.ts": from("node:fs", "liquidjs", "miniflare", "../sites/workers/site/leaf.ts"),
  "shared.ts": from("./sites/workers/site/leaf.ts"),
  "shared-node.ts": from("./sites/cli/leaf.ts"),
  "sites/svc.ts": from("./cli/leaf.ts", "./machine/leaf.ts"),
  "sites/launch.mjs": from("node:fs"),
};

/** A file that breaks a rule, and every rule that must name it. */
const BAD: readonly (readonly [path: string, text: string, rules: readonly string[]])[] = [
  ["manifests/a.ts", from("../runtime/leaf.ts"), ["manifests-direction"]],
  ["manifests/b.ts", typeFrom("../capabilities/leaf.ts"), ["manifests-direction"]],
  ...BAD_AREAS,
  ...BAD_AREA_FOLDERS,
  ["runtime/search/cellar/a.ts", from("../../powers/ground.ts"), ["area-folders-are-listed"]],
  ["runtime/plugins/calls/cellar/a.ts", from("../../../powers/ground.ts"), ["area-folders-are-listed"]],
  ...badRooms("manifests", "room", ROOMS),
  ...BAD_SITE_FOLDERS,
  ...UNORDERED.map(
    (parent) =>
      [
        `${parent}/one/a.ts`,
        from("../two/leaf.ts"),
        [`site-folders-${parent.split("/").length - 1}-are-ordered`],
      ] as const,
  ),
  ["sites/editor/canvas/cellar/a.tsx", from("../queue/ground.ts"), ["site-folders-2-are-ordered"]],
  ["manifests/cellar/a.ts", from("../leaf.ts"), ["rooms-are-listed"]],
  ["manifests/c2.ts", typeFrom("./bounds/ground.ts"), ["rooms-stand-on-the-root"]],
  ["runtime/cellar/a.ts", from("../powers/ground.ts"), ["areas-are-listed"]],
  ["runtime/a.ts", from("../capabilities/leaf.ts"), ["runtime-direction"]],
  ["runtime/b.ts", dynamic("../sandbox/leaf.ts"), ["runtime-direction"]],
  ["runtime/c.ts", 'export type { Leaf } from "../sandbox/leaf.ts";', ["runtime-direction"]],
  ["capabilities/a.ts", from("../sandbox/leaf.ts"), ["capabilities-direction"]],
  ["sandbox/a.ts", from("../runtime/leaf.ts"), ["sandbox-direction"]],
  ["sandbox/guest/a.ts", from("../leaf.ts"), ["guest-alone"]],
  ["sandbox/guest/b.ts", from("../../capabilities/leaf.ts"), ["guest-alone"]],
  ["sandbox/guest/c.ts", from("node:async_hooks"), ["node-core-outside"]],
  ["plugins/shop/a.ts", from("../../manifests/leaf.ts"), ["plugins-are-data"]],
  ["plugins/shop/b.ts", from("semver"), ["plugins-are-data"]],
  ...BAD_FLOORS,
  ["sites/visitor/a.ts", from("../workers/site/leaf.ts"), ["sites-apart"]],
  ["sites/demo/b.ts", from("../workers/site/leaf.ts"), ["sites-apart"]],
  ["sites/workers/queues/a.ts", from("../../platform/leaf.ts"), ["workers-apart"]],
  ["sites/workers/front/a.ts", from("../site/leaf.ts"), ["site-folders-1-are-ordered", "workers-apart"]],
  ...BAD_ROOFS,
  ["sites/workers/site/b.ts", from("../../../test/some.test.ts"), ["tests-are-leaves"]],
  ["runtime/d.ts", from("node:crypto"), ["node-core-outside"]],
  ["sites/workers/site/c.ts", from("fs"), ["node-core-outside"]],
  ["manifests/k.ts", from("../shared.ts"), ["layers-reach-no-site"]],
  ["runtime/e.ts", from("../shared.ts"), ["layers-reach-no-site"]],
  ["capabilities/n.ts", from("../shared.ts"), ["layers-reach-no-site"]],
  ["sandbox/n.ts", from("../shared.ts"), ["layers-reach-no-site"]],
  [
    "sites/workers/workspace/b.ts",
    from("../../cli/leaf.ts"),
    ["site-workers-workspace-direction", "workers-reach-no-node-site"],
  ],
  ["sites/workers/site/d.ts", from("../../../shared-node.ts"), ["workers-reach-no-node-site"]],
  ["sites/workers/site/e.ts", from("liquidjs"), ["door-liquidjs"]],
  ["runtime/f.ts", from("markdown-it"), ["door-markdown-it"]],
  ["capabilities/m.ts", from("@modelcontextprotocol/server"), ["door-modelcontextprotocol-server"]],
  ["sites/workers/site/f.ts", from("@cfworker/json-schema"), ["door-cfworker-json-schema"]],
  ["runtime/g.ts", from("hono"), ["door-hono"]],
  ["runtime/h.ts", from("jose"), ["door-jose"]],
  ["manifests/j.ts", from("jose"), ["door-jose"]],
  ["sites/workers/site/h.ts", from("oauth4webapi"), ["door-oauth4webapi"]],
  ["sites/workers/site/i.ts", from("@cloudflare/workers-oauth-provider"), ["door-cloudflare-workers-oauth-provider"]],
  ["sites/cli/c.ts", from("oidc-provider"), ["door-oidc-provider"]],
  ["sites/machine/c.ts", from("@simplewebauthn/server"), ["door-simplewebauthn-server"]],
  ["sites/machine/n.ts", from("nodemailer"), ["door-nodemailer"]],
  ["sites/machine/tls/a.ts", from("acme-client"), ["door-acme-client"]],
  ["sites/machine/b.ts", from("commander"), ["door-commander"]],
  ["sites/demo/a.ts", from("miniflare"), ["door-miniflare"]],
  ["manifests/c.ts", from("jsonc-parser"), ["door-jsonc-parser"]],
  ["runtime/i.ts", from("zod"), ["zod-mini"]],
  ["sites/workers/site/g.ts", from("esbuild"), ["no-development-packages"]],
  ["sites/cli/b.ts", from("unnamed"), ["declared-packages"]],
  ["runtime/j.ts", from("../capabilities/absent.ts"), ["resolvable"]],
  ["runtime/k.ts", from("absent-package"), ["resolvable"]],
  ["runtime/one.ts", from("./two.ts"), ["no-cycles"]],
  ["runtime/lonely.ts", "export const unused = 1;", ["no-orphans"]],
];

const installed = (name: string): Record<string, string> => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({ name, version: "1.0.0", type: "module", main: "index.js" }),
  [`node_modules/${name}/index.js`]: "export {};",
});

const PACKAGES: Readonly<Record<string, string>> = {
  "package.json": JSON.stringify({
    type: "module",
    dependencies: Object.fromEntries([...LIBRARIES, "zod"].map((name) => [name, "1.0.0"])),
    devDependencies: { wrangler: "1.0.0", miniflare: "1.0.0", esbuild: "1.0.0", "oidc-provider": "1.0.0" },
  }),
  ...Object.assign(
    {},
    ...[...LIBRARIES, "zod", "wrangler", "miniflare", "esbuild", "oidc-provider", "unnamed"].map(installed),
  ),
  "node_modules/zod/mini/package.json": JSON.stringify({ type: "module", main: "index.js" }),
  "node_modules/zod/mini/index.js": "export {};",
};

interface Finding {
  readonly from: string;
  readonly rule: { readonly name: string };
}

/** One walk over all files at once: every finding names its file, so nothing is hidden by its neighbours. */
function findings(): ReadonlyMap<string, readonly string[]> {
  using tree = folder({ ...PACKAGES, ...GOOD, ...Object.fromEntries(BAD) });
  tree.write("migrations/0001.sql", "");
  const { stdout, stderr } = tree.run("depcruise", "--config", CONFIG, "--output-type", "json", ...FOLDERS);
  if (stdout === "") throw new Error(stderr);
  const { summary } = JSON.parse(stdout) as { summary: { violations: Finding[] } };
  const found = Map.groupBy(summary.violations, (finding) => finding.from);
  return new Map([...found].map(([path, list]) => [path, [...new Set(list.map(({ rule }) => rule.name))].toSorted()]));
}

describe("dependency direction", () => {
  const found = findings();

  test.each(BAD)("%s is rejected", (path, _, rules) => {
    expect(found.get(path)).toEqual(rules);
  });

  test.each(Object.keys(GOOD))("%s is accepted", (path) => {
    expect(found.get(path)).toBeUndefined();
  });

  test("every rule is shown rejecting something", () => {
    const shown = new Set(BAD.flatMap(([, , rules]) => rules));
    expect(config.forbidden.map(({ name }) => name).filter((name) => !shown.has(name))).toEqual([]);
  });
});
