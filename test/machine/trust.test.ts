import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import { describe, expect, test } from "vitest";
import { readKeyring } from "../../manifests/trust/keyring.ts";
import { packageSha256 } from "../../sites/cli/plugin/signed/packageFile.ts";
import { openDataFolder } from "../../sites/machine/state/dataFolder.ts";
import { keepSigningKey } from "../../sites/machine/state/signingKey.ts";
import { trustKeys } from "../../sites/machine/state/trustKeys.ts";
import { testFolder, type TestFolder } from "./testFolder.ts";

const modeOf = (path: string): number => statSync(path).mode & 0o777;
const newKey = async (): Promise<{ publicJwk: JWK; privateJwk: JWK }> => {
  const pair = await generateKeyPair("Ed25519", { extractable: true });
  return { publicJwk: await exportJWK(pair.publicKey), privateJwk: await exportJWK(pair.privateKey) };
};

const ownKey = (here: TestFolder) => keepSigningKey(openDataFolder(here.path).signingKey);

describe("the key of an installation", () => {
  test("is created once, in a private file, and its public half is a valid trust key", async () => {
    using here = testFolder();
    const first = await ownKey(here);
    expect(modeOf(first.file)).toBe(0o600);
    const text = readFileSync(first.file);
    expect(await ownKey(here)).toEqual(first);
    expect(readFileSync(first.file)).toEqual(text);
    expect(await readKeyring(JSON.stringify([first.trusted]), packageSha256)).toMatchObject({
      refused: [],
      keys: expect.objectContaining({ size: 1 }),
    });
    expect(JSON.stringify(first.trusted)).not.toContain(JSON.parse(text.toString()).d);
  });

  test("that others could read is made private again", async () => {
    using here = testFolder();
    const { file } = await ownKey(here);
    chmodSync(file, 0o644);
    await ownKey(here);
    expect(modeOf(file)).toBe(0o600);
  });

  test.each(["", "{}", "[", "null", '{"kty":"EC","crv":"P-256","x":"a","kid":"b"}'])(
    "in a damaged file %j is refused, neither replaced nor shown",
    async (text) => {
      using here = testFolder();
      const { signingKey } = openDataFolder(here.path);
      writeFileSync(signingKey, text);
      await expect(keepSigningKey(signingKey)).rejects.toThrow(
        /^The key in .+ is damaged\. Restore the file from a backup of the folder\. Without a backup, move the file away and start again to get a new key\./,
      );
      expect(readFileSync(signingKey, "utf8")).toBe(text);
    },
  );
});

test("a signing key whose halves do not belong together is blamed itself, and not --trust", async () => {
  using here = testFolder();
  const { signingKey } = openDataFolder(here.path);
  await keepSigningKey(signingKey);
  const key = JSON.parse(readFileSync(signingKey, "utf8")) as { x: string };
  for (const x of [key.x.slice(1), `${key.x.startsWith("A") ? "B" : "A"}${key.x.slice(1)}`]) {
    writeFileSync(signingKey, JSON.stringify({ ...key, x }));
    await expect(keepSigningKey(signingKey)).rejects.toThrow(/^The key in .+signing\.key\.json is damaged\./);
  }
});

describe("the keyring of a run", () => {
  test("contains the installation's key and those of the files, each once", async () => {
    using here = testFolder();
    const own = await ownKey(here);
    const [one, two] = [await newKey(), await newKey()];
    writeFileSync(here.at("one.json"), JSON.stringify(one.publicJwk));
    writeFileSync(here.at("two.json"), JSON.stringify([two.publicJwk, one.publicJwk]));
    const text = await trustKeys(own, [here.at("one.json"), here.at("two.json"), here.at("two.json")]);
    expect(JSON.parse(text)).toEqual([own.trusted, one.publicJwk, two.publicJwk]);
    expect((await readKeyring(text, packageSha256)).keys.size).toBe(3);
  });

  test("refuses a private key, and shows nothing of it", async () => {
    using here = testFolder();
    const { privateJwk } = await newKey();
    writeFileSync(here.at("mine.json"), JSON.stringify([privateJwk]));
    const refused = trustKeys(await ownKey(here), [here.at("mine.json")]);
    await expect(refused).rejects.toThrow(
      /mine\.json were refused \(\/0\/d: found a part of a private or secret key; allowed: public keys only/,
    );
    await expect(refused).rejects.not.toThrow(privateJwk.d);
  });

  test.each([
    ["no JSON", "{"],
    ["no key", "{}"],
    ["a key of another kind", '{"kty":"oct","k":"AAAA"}'],
  ])("refuses %s with one line that names the file", async (_, text) => {
    using here = testFolder();
    writeFileSync(here.at("keys.json"), text);
    await expect(trustKeys(await ownKey(here), [here.at("keys.json")])).rejects.toThrow(/^[^\n]*keys\.json[^\n]*$/);
  });

  test("refuses a missing file, and one key with two scopes", async () => {
    using here = testFolder();
    const own = await ownKey(here);
    await expect(trustKeys(own, [here.at("absent.json")])).rejects.toThrow(/^Cannot read the keys in .+absent\.json/);
    writeFileSync(here.at("wider.json"), JSON.stringify({ ...own.trusted, "svc:note": "mine too" }));
    await expect(trustKeys(own, [here.at("wider.json")])).rejects.toThrow(
      /^The trusted keys contradict each other: found the key .+ more than once/,
    );
  });
});
