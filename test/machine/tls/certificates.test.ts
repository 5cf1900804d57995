import { chmodSync, renameSync, writeFileSync } from "node:fs";
import { X509Certificate } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  CERTIFICATE_ENDS_MS,
  CERTIFICATES_LOOK_MS,
  CERTIFICATES_MAX,
  MACHINE_FILE_MAX_BYTES,
} from "../../../manifests/bounds/operators.ts";
import { servingShape } from "../../../sites/cli/directory/servingShape.ts";
import { readServing } from "../../../sites/machine/names/serving.ts";
import { Certificates } from "../../../sites/machine/tls/certificates.ts";
import { readCertificate } from "../../../sites/machine/tls/certificate.ts";
import { readTls } from "../../../sites/machine/tls/readTls.ts";
import { selfSigned } from "../../support/certificate.ts";
import { testFolder } from "../testFolder.ts";

const [FIRST, SECOND] = ["www.first.example", "www.second.example"];
let folder: ReturnType<typeof testFolder>;
let told: string[];

beforeEach(() => {
  [folder, told] = [testFolder(), []];
});
afterEach(() => folder[Symbol.dispose]());

/** Writes a certificate beside the old one and renames it, as programs for renewals do. */
function put(name: string, hostnames: readonly string[], days = 90): { certificate: string; key: string } {
  const { cert, key } = selfSigned(hostnames, days);
  const files = { certificate: folder.at(`${name}.pem`), key: folder.at(`${name}.key`) };
  writeFileSync(`${files.certificate}.new`, cert);
  writeFileSync(`${files.key}.new`, key, { mode: 0o600 });
  for (const path of Object.values(files)) renameSync(`${path}.new`, path);
  return files;
}

const following = (files: Parameters<typeof readCertificate>[0][], now = Date.now) =>
  new Certificates({ files, hostnames: new Set([FIRST, SECOND]), now, tell: (line) => told.push(line) });

describe("the certificates of a machine", () => {
  test("are found by the name that a client asks for, and by no name that is not served", () => {
    using certificates = following([put("one", [FIRST, "free.example"]), put("two", ["*.second.example"])]);
    const [one, two] = [certificates.contextFor(FIRST), certificates.contextFor(SECOND)];
    expect(one).toBeDefined();
    expect(two).toBeDefined();
    expect(one).not.toBe(two);
    expect(certificates.contextFor(`${FIRST.toUpperCase()}.`)).toBe(one);
    for (const name of ["free.example", "other.second.example", "", "first.example"])
      expect(certificates.contextFor(name)).toBeUndefined();
    expect(told).toEqual([]);
  });

  test("that are valid longest come first", () => {
    const files = [put("short", [FIRST], 20), put("long", [FIRST], 80), put("middle", [FIRST], 50)];
    using certificates = following(files);
    using alone = following(files.slice(1, 2));
    const ends = (context: unknown): string => {
      const cert = (context as { context: { getCertificate(): Buffer } }).context.getCertificate();
      return new X509Certificate(cert).validTo;
    };
    expect(ends(certificates.contextFor(FIRST))).toBe(ends(alone.contextFor(FIRST)));
  });

  test("name the served names that have none", () => {
    using _ = following([put("one", [FIRST])]);
    expect(told).toEqual([`No certificate is for ${SECOND}, so browsers cannot connect to it.`]);
  });

  test("are read again after a renewal, and a renewal that cannot be used leaves the one before", () => {
    const files = put("one", [FIRST, SECOND]);
    using certificates = following([files]);
    const before = certificates.contextFor(FIRST);
    certificates.look();
    expect(certificates.contextFor(FIRST)).toBe(before);
    put("one", [FIRST, SECOND], 80);
    certificates.look();
    const renewed = certificates.contextFor(FIRST);
    expect(renewed).not.toBe(before);
    expect(told).toEqual([`The certificate in ${files.certificate} has changed and is in use.`]);
    writeFileSync(files.key, selfSigned([FIRST]).key);
    certificates.look();
    certificates.look();
    expect(certificates.contextFor(FIRST)).toBe(renewed);
    expect(told.slice(1)).toEqual([
      `The changed certificate is not in use, the one before is. The key in ${files.key} is not the key of ${files.certificate}.`,
    ]);
  });

  test.each([
    [-1, 0],
    [0, 1],
    [1, 1],
  ])("are looked at each minute: after a minute and %i ms, %i line tells of a renewal", (later, lines) => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const files = put("one", [FIRST, SECOND]);
    using _ = following([files]);
    put("one", [FIRST, SECOND], 80);
    vi.advanceTimersByTime(CERTIFICATES_LOOK_MS + later);
    expect(told.length).toBe(lines);
    vi.useRealTimers();
  });

  test.each([
    [-1, 0],
    [0, 1],
    [1, 1],
  ])("announce their end two weeks before (%i ms later: %i line), and again each day", (later, lines) => {
    const files = put("one", [FIRST, SECOND], 60);
    const { expires } = readCertificate(files);
    let now = expires - CERTIFICATE_ENDS_MS + later;
    using certificates = following([files], () => now);
    certificates.look();
    expect(told.length).toBe(lines);
    now += 86_400_000;
    certificates.look();
    certificates.look();
    expect(told.length).toBe(lines + 1);
    now = expires;
    certificates.look();
    expect(told.at(-1)).toMatch(/ expired on \d{4}-\d\d-\d\d\. Renew it\.$/);
  });
});

describe("a certificate that cannot be used", () => {
  const refusal = (change: (files: ReturnType<typeof put>) => void): string => {
    const files = put("one", [FIRST]);
    change(files);
    try {
      readCertificate(files);
      return "read";
    } catch (error) {
      return (error as Error).message.replaceAll(folder.path, "");
    }
  };

  test.each<[string, (files: { certificate: string; key: string }) => void, RegExp]>([
    ["a key that others can read", ({ key }) => chmodSync(key, 0o640), /^Other users can read the key in .*chmod 600/],
    ["no certificate file", ({ certificate }) => renameSync(certificate, `${certificate}.x`), /^Cannot read .*ENOENT/],
    ["no key file", ({ key }) => renameSync(key, `${key}.x`), /^Cannot read .*ENOENT/],
    ["an empty certificate", ({ certificate }) => writeFileSync(certificate, ""), /has no certificate/],
    ["a key in place of the key", ({ key }) => writeFileSync(key, "no key"), /has no private key/],
    ["another key", ({ key }) => writeFileSync(key, selfSigned().key), /is not the key of/],
    [
      "a file that is too long",
      ({ certificate }) => writeFileSync(certificate, "x".repeat(MACHINE_FILE_MAX_BYTES + 1)),
      /is longer than/,
    ],
  ])("is named: %s", (_, change, says) => expect(refusal(change)).toMatch(says));
});

describe("the member tls of svc.jsonc", () => {
  const pair = { certificate: "one.pem", key: "one.key" };

  test.each([
    [0, false],
    [1, true],
    [CERTIFICATES_MAX, true],
    [CERTIFICATES_MAX + 1, false],
  ])("takes from 1 to 100 certificates: %i", (count, isTaken) => {
    const tls = { listen: "0.0.0.0:443", certificates: Array.from({ length: count }, () => pair) };
    expect(servingShape.safeParse({ tls }).success).toBe(isTaken);
  });

  test("reads paths beside the file", () => {
    put("one", [FIRST]);
    expect(readTls({ listen: "[::]:443", certificates: [pair] }, folder.path)).toEqual({
      host: "::",
      port: 443,
      certificates: [{ certificate: folder.at("one.pem"), key: folder.at("one.key") }],
      challenges: undefined,
      acme: undefined,
    });
  });

  test("takes an authority in place of certificates, and one of both at least", () => {
    const acme = { email: "robin@harbour.example", agreed: true } as const;
    const directory = "https://acme-v02.api.letsencrypt.org/directory";
    expect(readTls({ listen: "[::]:443", acme }, folder.path)).toMatchObject({
      certificates: [],
      acme: { email: acme.email, directory, ca: undefined },
    });
    expect(() => readTls({ listen: "[::]:443" }, folder.path)).toThrow(/needs certificates, or acme/);
    expect(() => readTls({ listen: "[::]:443", acme, challenges: "proofs" }, folder.path)).toThrow(/not both/);
  });

  test.each([
    [{ agreed: false }, false],
    [{ email: "robin" }, false],
    [{ directory: "http://acme.example/directory" }, false],
    [{ directory: "http://127.0.0.1:14000/dir" }, true],
    [{}, true],
  ])("takes %j of the authority: %s", (change, isTaken) => {
    const acme = { email: "robin@harbour.example", agreed: true, ...change };
    expect(servingShape.safeParse({ tls: { listen: "[::]:443", acme } }).success).toBe(isTaken);
  });

  test.each(["443", "localhost:443", "0.0.0.0:0", "0.0.0.0:65536", ""])("refuses to listen on %j", (listen) =>
    expect(() => readTls({ listen, certificates: [pair] }, folder.path)).toThrow(/takes an address and a port/),
  );

  test("needs a public name", () => {
    put("one", [FIRST]);
    const tls = readTls({ listen: "127.0.0.1:8443", certificates: [pair] }, folder.path);
    expect(() => readServing({ tls, people: "own" }, "127.0.0.1")).toThrow(/https needs a public name/);
  });
});
