import { fork } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { descriptor } from "../../../sites/cli/cloudflare/descriptorCommand.ts";
import { plan } from "../../../sites/cli/cloudflare/planCommand.ts";
import { prepare } from "../../../sites/cli/cloudflare/prepareCommand.ts";
import { releaseTag } from "../../../sites/cli/cloudflare/live/releaseTag.ts";
import type { PreparedRecord } from "../../../sites/cli/cloudflare/descriptor/prepared.ts";
import { WORKERS, workersOf, type Profile } from "../../../sites/workers/workers.ts";
import { Desk } from "../svc.ts";
import { changed, GOOD } from "./goodDescriptor.ts";
import { describeSite, everything, ran, removeSiteFolders, siteFolder } from "./siteFolder.ts";
import { buildStandIns } from "./standInBundles.ts";

let removeBundles: () => void;
beforeAll(() => {
  removeBundles = buildStandIns();
});
afterAll(() => {
  removeBundles();
  removeSiteFolders();
});

const PROFILES: readonly Profile[] = ["core", "plugins", "ai", "full"];
const configOf = (folder: string, key: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(folder, ".svc/cloudflare", key, "wrangler.json"), "utf8")) as Record<string, unknown>;

test.each(PROFILES)("the profile %s prepares its workers and no other", async (profile) => {
  const folder = siteFolder(GOOD);
  expect((await ran(prepare, folder, { profile })).ok).toBe(true);
  const wanted = workersOf(profile).map(({ key }) => key);
  const found = WORKERS.map(({ key }) => key).filter((key) =>
    existsSync(join(folder, ".svc/cloudflare", key, "wrangler.json")),
  );
  expect(found).toEqual(wanted);
});

test.each(PROFILES)(
  "after preparing %s a second plan has no change, and the first had nothing but additions",
  async (profile) => {
    const folder = siteFolder(GOOD);
    const first = await ran(plan, folder, { profile });
    await ran(prepare, folder, { profile });
    const second = await ran(plan, folder, { profile });
    expect(first.data["counts"]).toMatchObject({ "~": 0, "-": 0, "=": 0 });
    expect(second.data["changed"]).toBe(false);
    expect(second.lines.at(-1)).toMatch(/^No change/);
  },
);

test("a plan writes nothing", async () => {
  const folder = siteFolder(GOOD);
  await ran(prepare, folder, { profile: "full" });
  const before = everything(folder);
  await ran(plan, folder, { profile: "core" });
  expect(everything(folder)).toEqual(before);
});

test("a plan is at most 80 columns wide, and says below a change what was there", async () => {
  const folder = siteFolder(GOOD);
  await ran(prepare, folder, { profile: "full" });
  const issuer = `https://login.harbour-sites.com/${"long/".repeat(10)}`;
  describeSite(folder, changed("/oauth/issuer", issuer));
  const { lines } = await ran(plan, folder, { profile: "full" });
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  const at = lines.findIndex((line) => /^ {2}~ plain text +OIDC_ISSUER → https/.test(line));
  expect(lines[at + 1]?.trim()).toBe(`was ${GOOD.oauth.issuer}`);
});

test("another file of the editor is another deployment of the site alone, and the plan says so", async () => {
  const folder = siteFolder(GOOD);
  await ran(prepare, folder, { profile: "full" });
  const path = join(folder, ".svc/cloudflare/prepared.json");
  const record = JSON.parse(readFileSync(path, "utf8")) as PreparedRecord;
  const asset = Object.keys(record.files).find((name) => name.startsWith("site/assets/")) ?? "";
  const other = { ...record, files: { ...record.files, [asset]: "0".repeat(64) } };
  const tags = ({ files }: PreparedRecord): string[] =>
    workersOf("full").map((row) => releaseTag({ record: { ...record, files }, edited: [], text: () => "" }, row));
  const changedTags = tags(other).filter((tag, index) => tag !== tags(record)[index]);
  expect(changedTags).toEqual([tags(other)[workersOf("full").findIndex(({ key }) => key === "site")]]);
  writeFileSync(path, JSON.stringify(other));
  const { lines, data } = await ran(plan, folder, { profile: "full" });
  expect(data["counts"]).toMatchObject({ "+": 0, "~": 1, "-": 0 });
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}~ static files +editor → sha256 [0-9a-f]{12}$/));
});

test("a variable of the descriptor reaches every worker that has it, and no other", async () => {
  const variables = { OIDC_MAX_AGE: "3600", TURNSTILE_SITE_KEY: "0x4AAA" };
  const folder = siteFolder({ ...GOOD, variables });
  await ran(prepare, folder, { profile: "full" });
  const having = (name: string) =>
    workersOf("full").flatMap(({ key }) => {
      const { vars = {} } = configOf(folder, key) as { vars?: Record<string, unknown> };
      return name in vars ? [[key, vars[name]]] : [];
    });
  expect(having("OIDC_MAX_AGE")).toEqual([
    ["site", "3600"],
    ["private-mcp", "3600"],
  ]);
  expect(having("TURNSTILE_SITE_KEY")).toEqual([["workspace", "0x4AAA"]]);
  expect(having("OIDC_ACR_VALUES").map(([, value]) => value)).toEqual(["", ""]);
});

test("a profile without plugins has no binding to the sandbox, and none to a loader", async () => {
  const folder = siteFolder(GOOD);
  await ran(prepare, folder, { profile: "ai" });
  for (const key of ["site", "workspace"]) expect(configOf(folder, key)).not.toHaveProperty("services");
  for (const key of ["site", "workspace"])
    expect(JSON.stringify(configOf(folder, key))).not.toMatch(/PROCESS_RUNS|INSECURE_LOCALHOST/);
});

test("public workers get exactly their hostname as a custom domain, private ones none", async () => {
  const folder = siteFolder(GOOD);
  await ran(prepare, folder, { profile: "full" });
  expect(configOf(folder, "site")["routes"]).toEqual([{ pattern: "www.harbour-sites.com", custom_domain: true }]);
  expect(configOf(folder, "private-mcp")["routes"]).toEqual([
    { pattern: "agents.harbour-sites.com", custom_domain: true },
  ]);
  expect(configOf(folder, "public-mcp")["routes"]).toEqual([{ pattern: "mcp.harbour-sites.com", custom_domain: true }]);
  for (const key of ["sandbox", "workspace"]) expect(configOf(folder, key)["routes"]).toEqual([]);
  for (const { key } of workersOf("full"))
    expect(configOf(folder, key)).toMatchObject({ workers_dev: false, preview_urls: false });
});

test("the datasets of records and visits are bound where they are given, and not otherwise", async () => {
  const [given, absent] = [siteFolder(GOOD), siteFolder(changed("/analyticsEngineDataset", undefined))];
  for (const folder of [given, absent]) await ran(prepare, folder, { profile: "core" });
  expect(configOf(given, "workspace")["analytics_engine_datasets"]).toEqual([
    { binding: "RECORDS", dataset: "harbour_records" },
  ]);
  expect(configOf(absent, "workspace")).not.toHaveProperty("analytics_engine_datasets");
  expect(configOf(given, "site")["analytics_engine_datasets"]).toEqual([
    { binding: "VISITS", dataset: "harbour_visits" },
  ]);
});

test("a prepared set holds no secret and nobody else can read it", async () => {
  const folder = siteFolder(GOOD);
  await ran(prepare, folder, { profile: "full" });
  const config = join(folder, ".svc/cloudflare/site/wrangler.json");
  expect(statSync(config).mode & 0o777).toBe(0o600);
  expect(configOf(folder, "site")["vars"]).not.toHaveProperty("SESSION_SECRET");
});

test("an edit by hand is shown and kept, and --force writes over it", async () => {
  const folder = siteFolder(GOOD);
  await ran(prepare, folder, { profile: "core" });
  const path = join(folder, ".svc/cloudflare/site/wrangler.json");
  writeFileSync(path, readFileSync(path, "utf8").replace('"MEDIA"', '"OTHER"'));
  const refused = await ran(prepare, folder, { profile: "core" });
  expect(refused.ok).toBe(false);
  expect(refused.lines).toContain('site/wrangler.json /r2_buckets/0/binding: "OTHER" would become "MEDIA"');
  expect(readFileSync(path, "utf8")).toContain('"OTHER"');
  expect((await ran(prepare, folder, { profile: "core", force: true })).ok).toBe(true);
  expect(readFileSync(path, "utf8")).toContain('"MEDIA"');
});

test("a descriptor that is refused leaves the prepared set as it was", async () => {
  const folder = siteFolder(GOOD);
  await ran(prepare, folder, { profile: "core" });
  describeSite(folder, changed("/siteOrigin", "http://plain.example"));
  const before = everything(folder);
  const refused = await ran(prepare, folder, { profile: "core" });
  expect(refused.ok).toBe(false);
  expect(refused.lines.join("\n")).toContain("/siteOrigin");
  expect(everything(folder)).toEqual(before);
});

test("a link in place of .svc is refused: it would choose where the files land", async () => {
  const [folder, elsewhere] = [siteFolder(), siteFolder(GOOD)];
  symlinkSync(join(elsewhere, ".svc"), join(folder, ".svc"));
  expect((await ran(prepare, folder, { profile: "core" })).ok).toBe(false);
  expect(readdirSync(join(elsewhere, ".svc"))).toEqual(["platform.local.json"]);
});

test("a larger file than a descriptor may be is refused unread", async () => {
  const folder = siteFolder(GOOD);
  writeFileSync(join(folder, ".svc/platform.local.json"), `${JSON.stringify(GOOD)}${" ".repeat(64 * 1024)}`);
  expect((await ran(prepare, folder, { profile: "core" })).lines[0]).toContain("bytes");
});

test("the template names every member, and prepare refuses it with each one", async () => {
  const folder = siteFolder();
  expect((await ran(descriptor, folder)).ok).toBe(true);
  const { ok, lines } = await ran(prepare, folder, { profile: "full" });
  expect(ok).toBe(false);
  expect(lines.join("\n")).toContain("/kv/authStateId");
  await expect(ran(descriptor, folder)).rejects.toThrow(/EEXIST/);
});

/** A program that alternates between two profiles forever. */
const PREPARER = join(import.meta.dirname, "preparer.ts");

test(
  "whenever prepare is killed, the set is wholly one profile's or wholly the other's",
  { timeout: 60_000 },
  async () => {
    const folder = siteFolder(GOOD);
    await ran(prepare, folder, { profile: "core" });
    for (let round = 0; round < 6; round++) {
      const child = fork(PREPARER, [folder], { stdio: "ignore" });
      await new Promise<void>((begun) => void child.once("message", () => begun()));
      const ended = new Promise((done) => void child.once("exit", done));
      await new Promise((later) => void setTimeout(later, round * 7));
      child.kill("SIGKILL");
      await ended;
      const { ok, data } = await ran(plan, folder, { profile: preparedProfile(folder) });
      expect(ok).toBe(true);
      expect(data["changed"], `round ${round}`).toBe(false);
    }
  },
);

test("of two prepares at once each is whole, and the later one holds", { timeout: 60_000 }, async () => {
  const folder = siteFolder(GOOD);
  mkdirSync(join(folder, ".svc"), { recursive: true });
  await Promise.all(PROFILES.map((profile) => ran(prepare, folder, { profile })));
  const { data } = await ran(plan, folder, { profile: preparedProfile(folder) });
  expect(data["changed"]).toBe(false);
});

const preparedProfile = (folder: string): string =>
  (JSON.parse(readFileSync(join(folder, ".svc/cloudflare/prepared.json"), "utf8")) as { profile: string }).profile;

test("generations that hold no more are removed", async () => {
  const folder = siteFolder(GOOD);
  for (const profile of PROFILES) await ran(prepare, folder, { profile });
  expect(readdirSync(join(folder, ".svc")).filter((name) => name.startsWith("cloudflare-"))).toHaveLength(1);
  rmSync(join(folder, ".svc/cloudflare"));
});

test("the program reads the descriptor that --deployment-config names", async () => {
  using desk = new Desk();
  desk.write("elsewhere.json", JSON.stringify(GOOD));
  const { out } = await desk.run(["cloudflare", "plan", "--profile", "core", "--deployment-config", "elsewhere.json"]);
  expect(out).toContain("harbour-publish");
  expect(
    (await desk.run(["cloudflare", "plan", "--profile", "core", "--deployment-config", "nowhere.json"])).code,
  ).toBe(2);
});

test("without a descriptor, the command that makes one is named", async () => {
  using desk = new Desk();
  await desk.run(["init", "."]);
  const descriptor = join(desk.path, ".svc/platform.local.json");
  expect(await desk.run(["cloudflare", "prepare", "--profile", "core"])).toMatchObject({
    code: 2,
    talk: expect.stringContaining(
      `There is no descriptor ${descriptor}. svc cloudflare descriptor makes one, with values to replace.`,
    ) as string,
  });
});
