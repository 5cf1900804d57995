import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Invocation, Options } from "../../sites/cli/command/command.ts";
import { siteFileIn } from "../../sites/cli/directory/siteFile.ts";
import { openDataFolder } from "../../sites/machine/state/dataFolder.ts";
import { keepSigningKey } from "../../sites/machine/state/signingKey.ts";
import { inSiteFile } from "../../sites/machine/siteMembers.ts";
import { start } from "../../sites/machine/startCommand.ts";
import { trustKeys } from "../../sites/machine/state/trustKeys.ts";
import { WrongValue } from "../../sites/machine/process/wrongValue.ts";
import { Desk } from "../cli/svc.ts";
import { testFolder } from "./testFolder.ts";

const REAL = "https://www.example.com";
const IDENTITY = {
  issuer: "https://login.example.com",
  authorizationEndpoint: "https://login.example.com/authorize",
  tokenEndpoint: "https://login.example.com/token",
  userinfoEndpoint: "https://login.example.com/me",
  siteClientId: "site",
};

const fileWith = (serve: object, more: object = {}): string =>
  `{\n  "name": "harbour", // ours\n  "profile": "core",\n  "plugins": [],\n  "trustKeys": [],\n  "serve":\n${JSON.stringify(serve)},\n${JSON.stringify(more).slice(1, -1)}\n}\n`;

const invocationWith = (typed: Readonly<Record<string, unknown>>): Invocation => ({
  args: [],
  options: new Options({ loader: true, origin: [], trustedProxy: [], ...typed }),
  environment: {},
  now: 0,
  paint: (_, text) => text,
  tell: () => undefined,
  announce: () => undefined,
});

/** The words of a start that its site directory does not allow. */
async function refusal(text: string, typed: Readonly<Record<string, unknown>> = {}): Promise<string> {
  using here = testFolder();
  writeFileSync(here.at("svc.jsonc"), text);
  const folder = process.cwd();
  process.chdir(here.path);
  process.env["SVC_SITE_CLIENT_SECRET"] = "kept";
  try {
    await start.run(invocationWith(typed));
    return "started";
  } catch (error) {
    const { message } = error as Error;
    return message.replaceAll(process.cwd(), "DIR");
  } finally {
    delete process.env["SVC_SITE_CLIENT_SECRET"];
    process.chdir(folder);
  }
}

describe("a wrong value of a site directory is named by file, line, column and member:", () => {
  test.each<[string, object, string]>([
    ["an address to listen on", { listen: "localhost:80" }, "DIR/svc.jsonc:7:11 /serve/listen takes an address"],
    ["its port", { listen: "127.0.0.1:65536" }, "DIR/svc.jsonc:7:11 /serve/listen takes an address and a port"],
    [
      "others who can connect",
      { listen: "0.0.0.0:80" },
      "DIR/svc.jsonc:7:11 /serve/listen: other machines can connect",
    ],
    [
      "the second origin",
      { origins: [REAL, "http://plain.example"] },
      "DIR/svc.jsonc:7:39 /serve/origins/1 takes an https origin",
    ],
    ["an origin of this machine", { origins: ["https://a.localhost"] }, "/serve/origins/0 names https://a.localhost"],
    ["a file of origins", { origins: ["names.txt"] }, "DIR/svc.jsonc:7:13 /serve/origins/0 takes an https origin"],
    [
      "an origin below the login",
      { origins: [REAL, "https://a.login.example"], loginOrigin: "https://login.example" },
      "/serve/origins/1: https://a.login.example is below the login",
    ],
    ["a login that is a site", { origins: [REAL], loginOrigin: REAL }, `/serve/loginOrigin: ${REAL} is used twice`],
    ["an origin for agents", { publicMcpOrigin: "x" }, "DIR/svc.jsonc:7:20 /serve/publicMcpOrigin takes"],
    ["one for members", { privateMcpOrigin: "x" }, "DIR/svc.jsonc:7:21 /serve/privateMcpOrigin takes"],
    [
      "an origin that stands for two",
      { origins: [REAL], publicMcpOrigin: REAL, identity: IDENTITY },
      `/serve/publicMcpOrigin: ${REAL} is used twice`,
    ],
    [
      "a proxy",
      { origins: [REAL], trustedProxies: ["10.0.0.1", "10.0.0.0/33"], identity: IDENTITY },
      '/serve/trustedProxies/1: "10.0.0.0/33" is not a valid trusted proxy',
    ],
    [
      "everybody as a proxy",
      { origins: [REAL], trustedProxies: ["0.0.0.0/0"], identity: IDENTITY },
      '/serve/trustedProxies/0: "0.0.0.0/0" covers every address',
    ],
    ["an identity provider alone", { identity: IDENTITY }, "DIR/svc.jsonc:7:13 /serve/identity: an identity provider"],
  ])("%s", async (_, serve, says) => {
    const message = await refusal(fileWith(serve));
    expect(message).toContain(says);
    expect(message).toMatch(/DIR\/svc\.jsonc:7:\d+ \/serve/);
  });

  test("what the person typed goes before the file, and is named as the option", async () => {
    const text = fileWith({ listen: "127.0.0.1:1", origins: [REAL] });
    expect(await refusal(text, { listen: "here" })).toMatch(/^--listen takes an address/);
    expect(await refusal(text, { origin: ["https://b"] })).toMatch(/^--origin takes an https origin/);
  });

  test("a value that its shape refuses", () => {
    using desk = new Desk();
    desk.write("svc.jsonc", fileWith({ clientAddressHeader: "x-real-ip" }));
    expect(() => siteFileIn(desk.path)).toThrow(
      expect.objectContaining({
        outcome: expect.objectContaining({
          lines: [expect.stringMatching(/svc\.jsonc:7:24 \/serve\/clientAddressHeader: found .+; allowed: .+$/)],
        }),
      }),
    );
  });

  test.each(["{", "{}"])("a file of keys with %s, at its place in the list", async (text) => {
    using here = testFolder();
    mkdirSync(join(here.path, "keys"));
    writeFileSync(
      here.at("svc.jsonc"),
      fileWith({}).replace('"trustKeys": []', '"trustKeys": ["a.json", "keys/b.json"]'),
    );
    writeFileSync(here.at("keys/b.json"), text);
    const own = await keepSigningKey(openDataFolder(here.at("data")).signingKey);
    const fault: unknown = await trustKeys(own, [here.at("keys/b.json")]).catch((error: unknown) => error);
    if (!(fault instanceof WrongValue)) throw fault;
    expect(fault.message).toContain("--trust");
    const { message } = inSiteFile(fault, here.path, siteFileIn(here.path));
    expect(message).toContain(`${here.at("svc.jsonc")}:5:27 /trustKeys/1`);
    expect(message).not.toContain("--trust");
  });
});
