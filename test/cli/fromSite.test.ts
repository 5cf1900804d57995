/** `svc plugin init --from-site`: the types that an owner made become the folder of a plugin. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Outcome, Options } from "../../sites/cli/command/command.ts";
import { checkFolder } from "../../sites/cli/plugin/check.ts";
import { init } from "../../sites/cli/plugin/init.ts";
import { keepLogin } from "../../sites/cli/site/logins.ts";
import type { OwnType } from "../../manifests/ownTypes/ownTypes.ts";
import { PROPERTIES, fieldsOf, recipeType } from "../runtime/entries/ownTypes.ts";
import { ScriptedSite } from "./scriptedSite.ts";

const home = mkdtempSync(join(tmpdir(), "drawbridge-from-site-"));
const environment = { XDG_CONFIG_HOME: home };
const script = new ScriptedSite();
let site: string;

beforeAll(async () => {
  site = await script.open();
  keepLogin({ site, cookie: "__Host-svc_session", login: "mine", expiresAt: Date.now() + 60_000 }, environment);
});
afterAll(async () => {
  await script[Symbol.asyncDispose]();
  rmSync(home, { recursive: true });
});

async function exported(name: string, ...types: OwnType[]): Promise<Outcome> {
  script.answer = () => ({ json: { version: 1, body: { types } } });
  const options = new Options({ fromSite: site, folder: join(home, name) });
  return await init.run({ args: ["acme.recipes"], options, environment, now: Date.now() } as never);
}

test("the folder is a plugin that passes its check, with the values, the index and the template of the types", async () => {
  const odd = recipeType({
    name: "dish",
    plural: "Dishes {{ x }}",
    address: "/dishes/{slug}",
    fields: fieldsOf({ ...PROPERTIES, odd: { $ref: "drawbridge:text", title: "{% if %} <b> {{ x }}" } }, ["minutes"]),
  });
  expect(await exported("recipes", recipeType(), odd)).toMatchObject({
    ok: true,
    data: { kind: "types", findings: [] },
  });
  expect(script.sent.at(-1)).toMatchObject({ method: "GET", path: "/api/types" });
  const { plugin, findings } = checkFolder(join(home, "recipes"));
  expect(findings).toEqual([]);
  const [type] = plugin?.manifest.contributes.contentTypes ?? [];
  expect(type).toMatchObject({ name: "recipe", index: ["minutes", "vegan", "level", "like"], order: "minutes" });
  expect(type?.fields["properties"]).toMatchObject({
    like: { of: "acme.recipes/recipe" },
    minutes: PROPERTIES.minutes,
  });
});

test("a site without types leaves no folder", async () => {
  await expect(exported("none")).rejects.toThrow("has made no content types");
  expect(readdirSync(home)).not.toContain("none");
});
