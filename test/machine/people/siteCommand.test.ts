/** `svc site create` against a scripted deployment, with the accounts of a data folder. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { Options, type Outcome } from "../../../sites/cli/command/command.ts";
import { SITE_COMMANDS } from "../../../sites/machine/people/siteCommand.ts";
import { newAccount } from "../../../sites/machine/people/store/accounts.ts";
import { PeopleStore } from "../../../sites/machine/people/store/store.ts";
import { provisioning } from "../../../sites/web/provisioning/payload.ts";
import { ScriptedSite } from "../../cli/scriptedSite.ts";

const script = new ScriptedSite();
let site = "";
let data = "";
beforeAll(async () => {
  site = await script.open();
});
afterAll(() => script[Symbol.asyncDispose]());
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), "drawbridge-accounts-"));
  mkdirSync(join(data, "state"));
  script.sent = [];
  script.answer = () => ({
    status: 201,
    json: { created: true, tenant: { id: "harbour" }, domain: { origin: "http://harbour.localhost:8787" } },
  });
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

/** Adds accounts, and answers their ids. */
function accounts(...names: readonly string[]): string[] {
  using store = new PeopleStore(join(data, "state/people/people.sqlite"));
  return names.map((name, at) => {
    const account = newAccount(name, at);
    store.accounts.add(account);
    return account.id;
  });
}

const WITH_TOKEN = { SVC_OPERATOR_TOKEN: "operator-token-operator-token-operator-token" };

async function create(options: Record<string, unknown> = {}, environment = WITH_TOKEN as object): Promise<Outcome> {
  const [command] = SITE_COMMANDS.commands;
  if (command === undefined) throw new Error("there is no svc site create");
  return command.run({
    args: [],
    options: new Options({ data, site, name: "Harbour Books", hostname: "harbour.localhost", ...options }),
    environment: { ...environment },
    now: 0,
    paint: (_, text) => text,
    tell: () => undefined,
    announce: () => undefined,
  });
}

const sent = () => provisioning.parse(script.sent[0]?.body);

test("makes a starter for the only person of this machine, and says where they begin", async () => {
  const [id = ""] = accounts("Robin");
  const { lines } = await create({ starter: "company", language: "de", zone: "Europe/Vienna" });
  expect(lines.at(-1)).toBe("http://harbour.localhost:8787/api/auth/start?return=%2F_editor%2Fedit%3Fpage%3Dhome");
  expect(sent()).toMatchObject({
    site: { name: "Harbour Books" },
    identities: [{ issuer: "http://login.localhost", subject: id, name: "Robin", role: "owner" }],
    document: { settings: { language: "de", timeZone: "Europe/Vienna" }, pages: { length: 5 } },
    theme: { theme: "drawbridge.slate/slate" },
  });
});

test.each([
  [{ account: "second" }, "second"],
  [{ issuer: "https://login.example", subject: "00u1" }, "00u1"],
])("makes it for the owner of %j", async (options: Record<string, string>, owner) => {
  const [, second = ""] = accounts("Robin", "Sam");
  await create({ ...options, ...(options["account"] && { account: second }) });
  expect(sent().identities[0]?.subject).toBe(owner === "second" ? second : owner);
});

test("has the theme of the option in place of the starter's own", async () => {
  accounts("Robin");
  await create({ starter: "journal", theme: "signal" });
  expect(sent().theme).toMatchObject({ theme: "drawbridge.signal/signal", scheme: "dark" });
});

test("asks with the secret of the data folder that it names", async () => {
  accounts("Robin");
  writeFileSync(join(data, "secrets.env"), "OPERATOR_TOKEN=another\nPROVISIONING_SECRET=secret-of-this-folder\n");
  writeFileSync(
    join(data, "control.json"),
    JSON.stringify({ control: 1, word: "w", port: Number(new URL(site).port) }),
  );
  await create({ site: undefined }, {});
  expect(script.sent[0]?.headers.authorization).toBe("Bearer secret-of-this-folder");
});

test("refuses a data folder without a secret, and sends nothing", async () => {
  accounts("Robin");
  await expect(create({}, {})).rejects.toThrow(`--data takes the data folder of svc start. ${data}/secrets.env has no`);
  expect(script.sent).toEqual([]);
});

test("is what operating.md shows", async () => {
  const text = readFileSync(new URL("../../../docs/operating.md", import.meta.url), "utf8");
  const [line = ""] = /^npx svc site create .*$/m.exec(text) ?? [];
  const words = [...line.trim().matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word = ""]) => quoted ?? word);
  expect(words.slice(0, 4)).toEqual(["npx", "svc", "site", "create"]);
  const svc = fileURLToPath(new URL("../../../sites/svc.ts", import.meta.url));
  const environment = {
    ...process.env,
    SVC_SITE: site,
    SVC_OPERATOR_TOKEN: "operator-token-operator-token-operator-token",
  };
  const { stdout } = await promisify(execFile)(process.execPath, [svc, ...words.slice(2)], {
    env: environment,
    cwd: data,
  });
  expect(stdout).toContain("http://harbour.localhost:8787 is made.");
  expect(sent()).toMatchObject({
    domain: { hostname: "books.localhost" },
    theme: { theme: "drawbridge.almanac/almanac" },
    identities: [{ issuer: "https://login.example", subject: "00u1a2b3" }],
  });
});

test("says that a repeated command has changed nothing", async () => {
  accounts("Robin");
  script.answer = () => ({
    json: { created: false, tenant: { id: "harbour" }, domain: { origin: "http://harbour.localhost:8787" } },
  });
  expect((await create()).lines[0]).toContain("nothing was changed");
});

test.each([
  [{}, [], /Nobody has an account here yet\. Open the link that svc people invite prints/],
  [{}, ["Robin", "Sam"], /Name the site's owner with --account/],
  [{ account: "nobody" }, ["Robin"], /There is no account "nobody"/],
  [{ issuer: "https://login.example" }, ["Robin"], /--issuer needs --subject/],
  [{ subject: "00u1" }, ["Robin"], /--issuer is missing/],
  [{ starter: "shop" }, ["Robin"], /--starter takes blank or company/],
  [{ theme: "own" }, ["Robin"], /--theme takes slate or almanac or signal/],
  [{ name: "" }, ["Robin"], /--name is missing/],
])("refuses %j with the accounts %j, and sends nothing", async (options, names, says) => {
  if (names.length > 0) accounts(...names);
  await expect(create(options)).rejects.toThrow(says);
  expect(script.sent).toEqual([]);
});
