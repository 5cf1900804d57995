import { execFile, spawn } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { builtinModules } from "node:module";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requestSite } from "../../sites/cli/site/request.ts";
import type { Config } from "../../sites/cli/cloudflare/descriptor/config.ts";
import { API_DESCRIPTION } from "../../sites/web/api/description/apiDescription.ts";
import { type CanvasFiles, CANVAS_INDEX } from "../../sites/editor/looks/canvasFiles.ts";
import { WORKERS, workersOf } from "../../sites/workers/workers.ts";
import { AgentsServer } from "../cli/cloudflare/agentsServer.ts";
import { GOOD } from "../cli/cloudflare/goodDescriptor.ts";
import { followed, shown } from "../docs/followed.ts";
import { bindingsOf } from "../platform/provider/asDeployed.ts";
import { harbour, SECRETS } from "../platform/provider/harbour.ts";
import { StandIn } from "../../sites/machine/provider/standIn.ts";
import type { Binding } from "../../sites/machine/provider/state.ts";
import { persistently } from "../support/driver.ts";
import { nobodyWorksOn } from "../support/workingOn.ts";
import { commandsUnder } from "./documented.ts";
import { testFolder } from "./testFolder.ts";

/**
 * Checks what docs/operating.md promises about the package: from an empty folder, with the shell's Node, to a served
 * site.
 */

const ROOT = join(import.meta.dirname, "../..");
const PATIENCE_MS = 900_000;
const HEALTHY_S = 120;
/** A larger package contains files that do not belong in it. What it uses of other packages is in it, and the demo. */
const PACKED_MAX_BYTES = 10 * 1024 * 1024;

const DEPLOYING = { page: "docs/operating.md", heading: "Deploying what was prepared" };
const LOOKING = { page: "docs/operating.md", heading: "Looking at a deployment" };
const ROTATING = { page: "docs/keys-and-logs.md", heading: "Rotation" };
const STATIC = ".build/static/";
const PERSON = {
  GIT_AUTHOR_NAME: "Test",
  GIT_AUTHOR_EMAIL: "test@localhost",
  GIT_COMMITTER_NAME: "Test",
  GIT_COMMITTER_EMAIL: "test@localhost",
};
/** Secrets that an operator gets from the identity provider. */
const OWN_SECRETS = {
  SITE_CLIENT_SECRET: SECRETS.site.OAUTH_CLIENT_SECRET,
  AGENTS_CLIENT_SECRET: SECRETS["private-mcp"].OAUTH_CLIENT_SECRET,
};
const byName = (list: readonly Binding[]): Binding[] => list.toSorted((a, b) => (a.name < b.name ? -1 : 1));

const editorFilesOf = ({ account }: StandIn): string[] =>
  Object.keys(account.scripts.get("drawbridge-site")?.versions.at(-1)?.assets?.files ?? {}).toSorted();

/** All files of the installed package with those beside it, in bytes. A person waits for them, and a disk keeps them. */
const INSTALLED_MAX_BYTES = 250_000_000;

const QUIETLY = ["--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts"];
const run = promisify(execFile);
const here = testFolder();
const site = here.at("my-site");
let installedBytes = 0;
let packed: Packed;
/** The answer of the installed program to a shell with any Node. */
let firstWords = "";

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly bin: Readonly<Record<string, string>>;
}

/** A shell's environment with its own Node, without variables of the npm that started this test. */
const environment = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(npm_(lifecycle|package|command|config_local_prefix)|INIT_CWD|NODE)/.test(name),
    ),
  ),
  PATH: (process.env["PATH"] ?? "")
    .split(delimiter)
    .filter((folder) => !folder.includes("node_modules"))
    .join(delimiter),
  // Each command is a process of its own, and loads what the first one compiled.
  NODE_COMPILE_CACHE: here.at("compiled"),
};

/** Runs the program behind `npx svc` directly. */
const svc = async (...args: readonly string[]): Promise<string> =>
  (await run(join(site, "node_modules/.bin/svc"), args, { cwd: site, env: environment })).stdout;

async function packFolder(folder: string, into: string): Promise<Packed> {
  mkdirSync(into, { recursive: true });
  const { stdout } = await run("npm", ["pack", folder, "--json", "--pack-destination", into], {
    cwd: ROOT,
    env: environment,
  });
  const said = JSON.parse(stdout) as Packed[] | Record<string, Packed>;
  const [first] = Object.values(said);
  if (first === undefined) throw new Error(`npm packed nothing: ${stdout}`);
  return first;
}

async function pack(): Promise<Packed> {
  // The bundle gate has built them already if all tests run.
  if (!WORKERS.every(({ key }) => existsSync(join(ROOT, ".build", key, "index.js"))))
    await run(process.execPath, ["sites/tools/build.ts"], { cwd: ROOT });
  await run(process.execPath, ["sites/tools/package.ts"], { cwd: ROOT });
  return packFolder("./.build/package", here.path);
}

const bytesBelow = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

/** Asks the installed program for its version, and follows its sentence where the shell has an old Node. */
async function besideAnOldNode(): Promise<void> {
  const { stdout, stderr } = await run("npx", ["--no-install", "svc", "--version"], {
    cwd: site,
    env: environment,
  }).catch((error: { readonly stdout: string; readonly stderr: string }) => error);
  firstWords = stdout + stderr;
  const [, installing] = /^svc needs Node .+: npm (install .+)$/m.exec(stderr) ?? [];
  if (installing !== undefined)
    await run("npm", [...installing.split(" "), ...QUIETLY], { cwd: site, env: environment });
}

beforeAll(async () => {
  packed = await pack();
  mkdirSync(site);
  await run("npm", ["install", ...QUIETLY, join("..", packed.filename)], { cwd: site, env: environment });
  installedBytes = bytesBelow(join(site, "node_modules"));
  await besideAnOldNode();
  await run("npx", ["--no-install", "svc", "init", "."], { cwd: site, env: environment });
}, PATIENCE_MS);
afterAll(() => here[Symbol.dispose]());

describe("the package", () => {
  test("is installed as docs/operating.md describes", () => {
    const [typed = ""] = commandsUnder("operating.md", "From an empty folder");
    expect(typed.split("\n").filter(Boolean)).toEqual([
      "mkdir my-site && cd my-site",
      `npm install ../${packed.filename}`,
      "npx svc init .",
      "npx svc start",
    ]);
  });

  test("contains what a run needs, and neither tests nor keys", () => {
    const paths = packed.files.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining([
        "sites/launch.mjs",
        "docs/operating.md",
        "dist/sites/svc.js",
        "dist/sites/stacks.mjs",
        "dist/sites/cli/rehearsal/startPlugin.d.ts",
        "dist/manifests/plugin.schema.json",
        "dist/sites/cli/directory/svc.schema.json",
        "dist/plugins/basics/plugin.jsonc",
        ...WORKERS.map(({ key }) => `dist/.build/${key}/index.js`),
        ...readdirSync(join(ROOT, STATIC)).map((name) => `dist/${STATIC}${name}`),
      ]),
    );
    // New plugins get tests and sources from these files.
    expect(
      paths
        .filter((path) => !path.startsWith("dist/sites/cli/plugin/scaffolds/files/"))
        .filter((path) =>
          /(^|\/)test\/|\.test\.|\.svc\/|\.(env|pem|key)\b|\.key\.json$|\.map$|(?<!\.d)\.ts$/.test(path),
        ),
    ).toEqual([]);
    expect(packed.size).toBeLessThan(PACKED_MAX_BYTES);
  });

  test("is small enough to install", () => {
    expect(installedBytes).toBeGreaterThan(150_000_000);
    expect(installedBytes).toBeLessThan(INSTALLED_MAX_BYTES);
  });

  test("names the licence of each package that it contains", () => {
    const text = readFileSync(join(site, "node_modules/drawbridge/THIRD-PARTY-LICENCES.txt"), "utf8");
    for (const name of ["zod", "oidc-provider", "@simplewebauthn/server", "liquidjs", "nodemailer", "acme-client"])
      expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+, "`, "m"));
    expect(text).not.toMatch(/^@wordpress\/|"GPL/m);
  });

  test("imports only its own files and dependencies", () => {
    const { dependencies, peerDependencies } = JSON.parse(
      readFileSync(join(site, "node_modules/drawbridge/package.json"), "utf8"),
    ) as Record<"dependencies" | "peerDependencies", Record<string, string>>;
    expect(Object.keys(dependencies)).toHaveLength(5);
    const code = globSync("dist/**/*.js", {
      cwd: ROOT,
      exclude: ["dist/plugins/**", "dist/.build/**", "dist/sandbox/guest.generated.js"],
    });
    const imported = code.flatMap((path) =>
      [
        ...readFileSync(join(ROOT, path), "utf8").matchAll(
          /^(?:import|export) (?:[^"';]+ from )?"((?:@[\w-]+\/)?[\w:.-]+)[^"]*"/gm,
        ),
      ].map(([, name = ""]) => name),
    );
    const known = new Set([...Object.keys({ ...dependencies, ...peerDependencies }), ...builtinModules]);
    expect(
      [...new Set(imported)].filter((name) => !/^(\.|node:|cloudflare:|drawbridge)/.test(name) && !known.has(name)),
    ).toEqual([]);
    expect(imported.length).toBeGreaterThan(500);
  });
});

/**
 * The package without all that its launcher needs. By npx, npm installs it in a tenth of the time, and the tests above have
 * installed the whole file.
 */
async function packLauncher(): Promise<Packed> {
  const [installed, folder] = [join(site, "node_modules/drawbridge"), here.at("launcher")];
  const { name, version, bin } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as Manifest;
  mkdirSync(join(folder, "sites"), { recursive: true });
  copyFileSync(join(installed, "sites/launch.mjs"), join(folder, "sites/launch.mjs"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name, version, bin }));
  return packFolder(folder, here.at("alone"));
}

describe("the file itself", () => {
  /** Runs a file by npx in an empty folder, in which nothing may be left. */
  async function runByNpx(file: string): Promise<string> {
    const folder = mkdtempSync(here.at("empty-"));
    const ran = await run("npx", ["--yes", "--prefer-offline", file, "--version"], {
      cwd: folder,
      env: environment,
    }).catch((error: { readonly stdout: string; readonly stderr: string }) => error);
    expect(readdirSync(folder)).toEqual([]);
    return ran.stdout + ran.stderr;
  }

  test("says its version, or which Node it needs", () => {
    expect(firstWords).toMatch(/^(?:\d+\.\d+\.\d+|svc needs Node )/m);
  });

  test(
    "is run by npx in an empty folder, by its path from the folder and by its whole path with file: before it",
    async () => {
      const { filename } = await packLauncher();
      for (const file of [join("../alone", filename), `file:${here.at(join("alone", filename))}`])
        expect(await runByNpx(file)).toMatch(/^This package of drawbridge was packed without its program\./m);
    },
    PATIENCE_MS,
  );
});

describe("in an empty folder", () => {
  test("are all files that its container file copies, except packages from a registry", () => {
    const file = readFileSync(join(site, "node_modules/drawbridge/dist/sites/machine/service/Containerfile"), "utf8");
    const copied = [...file.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, paths = ""]) => paths.split(" "));
    expect(copied.filter((path) => !existsSync(join(site, path)))).toEqual(["drawbridge-*.tgz"]);
  });

  test(
    "the deployment commands work",
    async () => {
      await svc("cloudflare", "descriptor");
      writeFileSync(join(site, ".svc/platform.local.json"), JSON.stringify(GOOD));
      expect(await svc("cloudflare", "plan", "--profile", "full")).toContain("drawbridge-private-mcp");
      await svc("cloudflare", "prepare", "--profile", "full");
      expect(JSON.parse(await svc("doctor", "--profile", "full", "--json"))).toMatchObject({ ok: true });
      expect(statSync(join(site, ".svc/cloudflare/workspace/index.js")).size).toBeGreaterThan(100_000);
    },
    PATIENCE_MS,
  );

  test(
    "tests of plugins and deployments say what they need, and get no more",
    async () => {
      const program = join(site, "node_modules/.bin/svc");
      const first = ["plugin", "init", "acme.first", "--kind", "javascript"];
      const { stderr: said } = await run(program, first, { cwd: site, env: environment });
      const [, installing = ""] = /^For tests and types, once: npm (install .+)$/m.exec(said) ?? [];
      await expect(svc("plugin", "test", "plugins/first")).rejects.toMatchObject({
        stdout: expect.stringContaining(installing) as string,
      });
      expect(existsSync(join(site, "plugins/first/plugin.d.ts"))).toBe(false);
      rmSync(join(site, "plugins/first"), { recursive: true });
      const { peerDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
        readonly peerDependencies: Readonly<Record<string, string>>;
      };
      const tool = `wrangler@${peerDependencies["wrangler"]}`;
      expect(commandsUnder("operating.md", "A checked configuration")[0]).toContain(`npm install --save-dev ${tool}`);
      await expect(svc("cloudflare", "deploy", "--profile", "full")).rejects.toMatchObject({
        stdout: expect.stringContaining(`npm install --save-dev ${tool}`) as string,
      });
      await run("npm", [...installing.split(" "), tool, ...QUIETLY], { cwd: site, env: environment });
    },
    PATIENCE_MS,
  );

  test(
    "the author's commands work",
    async () => {
      await svc("plugin", "init", "acme.counter", "--kind", "javascript");
      expect(existsSync(join(site, "plugins/counter/plugin.d.ts"))).toBe(true);
      expect(await svc("plugin", "check", "plugins/counter")).toMatch(/^ok {2}acme\.counter 0\.1\.0 /);
      expect(await svc("plugin", "test", "plugins/counter")).toBe("2 passed, 0 failed\n");
      expect(await svc("plugin", "pack", "plugins/counter")).toBe("acme.counter-0.1.0.json\n");
    },
    PATIENCE_MS,
  );

  test(
    "a deployment works as docs/operating.md describes: a dry run, all steps, and a passing preflight",
    async () => {
      await using provider = await StandIn.start(harbour());
      await using agents = await AgentsServer.start();
      const reader = {
        cwd: site,
        // The program that npx would find here. Outside of a site directory npx would ask the registry.
        svc: "./node_modules/.bin/svc",
        environment: {
          ...environment,
          OLD: SECRETS.site.SESSION_SECRET,
          ...PERSON,
          ...OWN_SECRETS,
          ...provider.environment,
          PUBLIC_MCP_URL: agents.address,
        },
      };
      const deployed = await followed(DEPLOYING, reader);
      expect(deployed.code, deployed.out + deployed.talk).toBe(0);
      expect(deployed.out).toContain("Dry run: 8 of 8 steps would be done; nothing was changed.");
      for (const text of shown(DEPLOYING)) expect(deployed.out).toContain(text);
      expect(provider.heard.filter(({ pattern }) => pattern === "")).toEqual([]);
      for (const { key, name } of workersOf("full")) {
        const config = JSON.parse(readFileSync(join(site, ".svc/cloudflare", key, "wrangler.json"), "utf8")) as Config;
        const version = provider.account.scripts.get(name)?.versions.at(-1);
        expect(byName(version?.bindings ?? []), name).toEqual(byName(bindingsOf(config)));
      }
      expect(editorFilesOf(provider)).toEqual(
        readdirSync(join(ROOT, STATIC))
          .map((name) => `/${name}`)
          .toSorted(),
      );
      const secrets = [...provider.account.scripts.values()].flatMap((script) => [...script.secrets.values()]);
      expect(new Set(secrets).size).toBe(6);
      const looked = await followed(LOOKING, reader);
      expect(looked.code, looked.out + looked.talk).toBe(0);
      const rehearsal = "Simulated provider on this machine: this says nothing about a real account.\n";
      for (const text of shown(LOOKING)) expect(looked.out.replace(rehearsal, "")).toContain(text);
      expect(globSync(".svc/receipts/self-hosted-*.json", { cwd: site })).toHaveLength(1);
      const rotated = await followed(ROTATING, reader);
      expect(rotated.code, rotated.out + rotated.talk).toBe(0);
      const changedNow = [...(provider.account.scripts.get("drawbridge-site")?.secrets.values() ?? [])];
      expect(changedNow).toContain(readFileSync(here.at("provisioning.secret"), "utf8").trim());
      expect(changedNow.filter((secret) => secret.includes(SECRETS.site.SESSION_SECRET))).toEqual([]);
      expect(secrets.filter((secret) => changedNow.includes(secret))).toEqual([OWN_SECRETS.SITE_CLIENT_SECRET]);
      const said = [deployed, looked, rotated].flatMap(({ out, talk }) => [out, talk]).join("\n");
      expect(said.split("\n").filter((line) => line.length > 80 && !line.startsWith("Receipt"))).toEqual([]);
      expect(secrets.filter((secret) => said.includes(secret))).toEqual([]);
    },
    PATIENCE_MS,
  );

  test(
    "svc start --demo serves the demo's sites, with the plugins of the folder, until a signal ends it",
    async () => {
      const started = spawn(
        join(site, "node_modules/.bin/svc"),
        ["start", "--demo", "--port", "0", "--json", "--cwd", site],
        {
          cwd: here.path,
          env: environment,
          stdio: ["ignore", "pipe", "pipe"],
        },
      );
      const said = text(started.stderr);
      const ended = once(started, "exit");
      try {
        const [line] = (await Promise.race([
          once(createInterface({ input: started.stdout }), "line"),
          ended.then(async () => Promise.reject(new Error(await said))),
        ])) as [string];
        const ready = JSON.parse(line) as { site: string; data: string; loader: object; skipped: object[] };
        expect(ready).toMatchObject({
          ok: true,
          ready: true,
          loader: { available: true },
          skipped: [],
          data: join(site, ".svc/local"),
        });
        const { status, text: page } = await requestSite(ready.site, "/");
        expect([status, page]).toEqual([200, expect.stringContaining("</html>") as string]);
        const health = ["health", "--data", join(site, ".svc/local")];
        await persistently(async () => expect(await svc(...health)).toMatch(/\nHealthy\.\n$/), HEALTHY_S);
        const installed = join(site, "node_modules/drawbridge/dist", STATIC);
        const { script, style } = JSON.parse(readFileSync(join(installed, CANVAS_INDEX), "utf8")) as CanvasFiles;
        for (const { name } of [script, style])
          expect((await requestSite(ready.site, `/_editor/canvas/${name}`)).text).toBe(
            readFileSync(join(installed, name), "utf8"),
          );
        expect((await requestSite(ready.site, "/api/openapi.json")).text).toBe(
          readFileSync(join(installed, API_DESCRIPTION), "utf8"),
        );
      } finally {
        started.kill("SIGTERM");
      }
      expect(await ended).toEqual([0, null]);
      expect(await said).toMatch(/Installed as the demo's owner: .*acme\.counter/);
      expect(await nobodyWorksOn(join(site, ".svc/local"))).toBe(true);
    },
    PATIENCE_MS,
  );
});
