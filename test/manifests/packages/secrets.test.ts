import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { privateKeyIn, fileSecret } from "../../../manifests/packages/secrets.ts";

const pair = generateKeyPairSync("ed25519");
const jwk = pair.privateKey.export({ format: "jwk" });
const pem = pair.privateKey.export({ format: "pem", type: "pkcs8" }).toString();
const ec = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
const sec1 = ec.export({ format: "pem", type: "sec1" }).toString();
const locked = ec.export({ format: "pem", type: "pkcs8", cipher: "aes-256-cbc", passphrase: "x" }).toString();
const body = "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZWQy";
const named = (kind: string): string => `-----BEGIN ${kind} PRIVATE KEY-----`;

describe("a private key is found", () => {
  test.each([
    ["as a JWK", JSON.stringify(jwk)],
    ["as a JWK that people laid out", JSON.stringify({ ...jwk, key_ops: ["sign"] }, null, 2)],
    ["in a set of keys", JSON.stringify({ keys: [{ kty: "OKP" }, jwk] })],
    ["as an object of code", `export const key = { kty: 'OKP', crv: 'Ed25519', x: '${jwk.x}', d: '${jwk.d}' };`],
    ["in a text of code", `const key = ${JSON.stringify(JSON.stringify(jwk))};`],
    ["as a shared key", JSON.stringify({ kty: "oct", k: jwk.d })],
    ["as PEM", pem],
    ["as PEM on Windows", pem.replaceAll("\n", "\r\n")],
    ["as PEM of a curve", sec1],
    ["as PEM with a passphrase", locked],
    ["as PEM with headers", `${named("RSA")}\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n${body}`],
    ["as PEM in a text of code", `const key = ${JSON.stringify(pem)};`],
    ["as PEM in pieces", `const key = "${named("EC")}\\n" +\n  "${body}\\n";`],
    ["of SSH", `${named("OPENSSH")}\n${body}\n`],
    ["of PGP", `-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n${body}\n`],
    ["of PuTTY", "PuTTY-User-Key-File-3: ssh-ed25519\n"],
    ["of SSH2", `---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\n${body}`],
  ])("%s", (_, text) => {
    const found = privateKeyIn(`// words\n${text}`);
    expect(found?.offset).toBeGreaterThan(0);
    // A refusal is shown and kept, so the value must not be in it.
    expect(JSON.stringify(found)).not.toContain(body);
  });
});

describe("no private key is found in", () => {
  test.each([
    ["a public JWK", JSON.stringify(pair.publicKey.export({ format: "jwk" }))],
    ["a public key as PEM", pair.publicKey.export({ format: "pem", type: "spki" }).toString()],
    [
      "code that reads keys",
      `if (text.indexOf("${named("")}".replace("  ", " ")) !== 0) throw new TypeError("no key");`,
    ],
    ["code that makes keys", "const jwk = { kty: 'OKP', d: encode(privateBytes), x: encode(publicBytes) };"],
    ["an object with a member d", '{"d":"M0 0h24v24H0zM0 0h24v24H0z","kind":"path"}'],
    ["another object beside one of a key", `[{"kty":"OKP"},{"d":"${jwk.d}"}]`],
    ["words about keys", "-----BEGIN PRIVATE KEY----- begins the file that you must keep."],
  ])("%s", (_, text) => expect(privateKeyIn(text)).toBeUndefined());
});

test.each([
  [".env", true],
  ["config/.env.production", true],
  [".env.example", false],
  [".dev.vars", true],
  ["env.txt", true],
  ["env.ts", false],
  ["id_ed25519", true],
  ["id_ed25519.pub", false],
  ["credentials.json", true],
  ["secrets.yaml", true],
  ["sections/secret.liquid", false],
  ["server.key", true],
  ["keys.js", false],
  ["acme.key.json", true],
  ["trust.json", false],
  ["store.p12", true],
])("the name %s is that of a secret: %s", (path, is) => expect(fileSecret(path, "") !== undefined).toBe(is));
