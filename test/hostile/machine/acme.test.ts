/** Certificates that a machine orders by itself, at an authority (a stand-in) that may lie, refuse or never be done. */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { connect, type TLSSocket } from "node:tls";
import { request as askByHttp } from "node:http";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  ACME_LIMITED_MS,
  ACME_PAUSE_MAX_MS,
  ACME_PAUSE_MS,
  CERTIFICATES_LOOK_MS,
} from "../../../manifests/bounds/operators.ts";
import { Entrance } from "../../../sites/machine/entrance/entrance.ts";
import { claimPort } from "../../../sites/machine/names/port.ts";
import { namesOf, readServing } from "../../../sites/machine/names/serving.ts";
import { orderCertificate } from "../../../sites/machine/authority/authority.ts";
import { IssuedFiles } from "../../../sites/machine/authority/issuedFiles.ts";
import { diagnoseCertificates } from "../../../sites/machine/authority/certificateDoctor.ts";
import { issuedBy, ordering, provable } from "../../../sites/machine/authority/ordering.ts";
import { Renewals } from "../../../sites/machine/authority/renewals.ts";
import { readTls } from "../../../sites/machine/tls/readTls.ts";
import { testFolder } from "../../machine/testFolder.ts";
import { AuthorityStandIn } from "../../support/authorityStandIn.ts";
import { selfSigned } from "../../support/certificate.ts";

const SITE = "www.harbour.example";
const LOGIN = "login.harbour.example";
const DAY_MS = 86_400_000;
const AT_ONCE = { least: 1, most: 1 };
const FAULTLESS = { badNonces: 0, isLimited: false, challengeType: undefined, token: undefined, neverEnds: false };

let folder: ReturnType<typeof testFolder>;
let files: IssuedFiles;
let proofs: string;
let told: string[];
let taken: string[];
let time: number;
let proofOf: (hostname: string, token: string) => Promise<string>;
let directory: string;
const authority = new AuthorityStandIn((hostname, token) => proofOf(hostname, token));

beforeAll(async () => void (directory = await authority.open()));
afterAll(() => authority[Symbol.asyncDispose]());
beforeEach(() => {
  Object.assign(authority.faults, FAULTLESS, { issuesFor: undefined, forAnotherKey: false, days: 60 });
  authority.ordered.length = 0;
  folder = testFolder();
  made = new DisposableStack();
  [told, taken, time] = [[], [], Date.now()];
  files = new IssuedFiles(folder.at("issued"));
  proofs = files.open();
  proofOf = async (_, token) => readFileSync(`${proofs}/${token}`, "utf8");
});
afterEach(() => {
  made.dispose();
  folder[Symbol.dispose]();
});

const settings = () => ({ email: "robin@harbour.example", directory, ca: undefined });

let made: DisposableStack;

const renewals = (hostnames: readonly string[] = [SITE]) =>
  made.use(
    new Renewals({
      hostnames,
      files,
      order: async (hostname) =>
        orderCertificate(hostname, {
          settings: settings(),
          accountKey: await files.accountKey(),
          proofs,
          pauses: AT_ONCE,
        }),
      taken: { take: ({ certificate }) => void taken.push(certificate) },
      now: () => time,
      random: () => 0.5,
      tell: (line) => told.push(line),
    }),
  );

const kept = (name: string): string => readFileSync(folder.at(`issued/${name}`), "utf8");

describe("a certificate of an authority", () => {
  test("is ordered, kept for the owner of the folder alone, and taken into use", async () => {
    const ordered = renewals();
    await ordered.look();
    expect(told).toEqual([expect.stringMatching(/^www\.harbour\.example has a new certificate, until \d{4}-/)]);
    expect(taken).toEqual([folder.at(`issued/${SITE}.pem`)]);
    for (const name of ["account.key", `${SITE}.pem`, `${SITE}.json`])
      expect(statSync(folder.at(`issued/${name}`)).mode & 0o777).toBe(0o600);
    expect(readdirSync(proofs)).toEqual([]);
    await ordered.look();
    expect(authority.ordered).toEqual([SITE]);
  });

  test("is renewed once two thirds of its life are over, with the same account", async () => {
    const ordered = renewals();
    await ordered.look();
    const [key, before] = [kept("account.key"), kept(`${SITE}.pem`)];
    const { renewAt } = files.ordersOf(SITE);
    // The stand-in's certificates begin 30 days ago and end in 60.
    expect((renewAt - Date.now()) / DAY_MS + 30).toBeCloseTo(90 * (2 / 3 + 0.5 / 20), 1);
    for (const at of [renewAt - 1, renewAt]) {
      time = at;
      await ordered.look();
      expect(kept(`${SITE}.pem`) === before).toBe(at < renewAt);
    }
    expect([kept("account.key"), authority.ordered.length]).toEqual([key, 2]);
  });

  test("that a crash or a hand damaged is ordered again", async () => {
    const ordered = renewals();
    await ordered.look();
    writeFileSync(folder.at(`issued/${SITE}.pem`), "-----BEGIN");
    const issuedAt = time;
    for (const [after, orders] of [
      [ACME_PAUSE_MS - 1, 1],
      [ACME_PAUSE_MS, 2],
    ] as const) {
      time = issuedAt + after;
      await ordered.look();
      expect(authority.ordered).toHaveLength(orders);
    }
    expect(files.filesOf(SITE)).toBeDefined();
  });

  test("that is old when it comes is renewed after two thirds of what is left", async () => {
    authority.faults.days = 5;
    const ordered = renewals();
    await ordered.look();
    const { renewAt } = files.ordersOf(SITE);
    expect((renewAt - time) / DAY_MS).toBeCloseTo(5 * (2 / 3 + 0.5 / 20), 1);
    for (const [at, orders] of [
      [time + CERTIFICATES_LOOK_MS, 1],
      [renewAt - 1, 1],
      [renewAt, 2],
      [renewAt + CERTIFICATES_LOOK_MS, 2],
    ] as const) {
      time = at;
      await ordered.look();
      expect(authority.ordered).toHaveLength(orders);
    }
  });

  test("is ordered for names that an operator serves and the world can prove", () => {
    expect(provable([SITE, "localhost", "login.localhost", "127.0.0.1", "intranet"])).toEqual([SITE]);
  });
});

describe("svc doctor --tls", () => {
  const said = () =>
    diagnoseCertificates({
      tls: { host: "0.0.0.0", port: 443, certificates: [], challenges: undefined, acme: settings() },
      hostnames: [SITE],
      folder: { tls: folder.at("tls") },
      now: time,
    });

  test("says what the authority answered, and passes once there is a certificate", async () => {
    files = issuedBy(directory, { tls: folder.at("tls") });
    proofs = files.open();
    proofOf = async () => "";
    await renewals().look();
    expect(said()).toMatchObject([
      {
        id: `tls.${SITE}`,
        outcome: "found",
        findings: [{ level: "error", found: expect.stringMatching(/^no certificate; the authority's last answer: ./) }],
      },
    ]);
    proofOf = async (_, token) => readFileSync(`${proofs}/${token}`, "utf8");
    time = files.ordersOf(SITE).notBefore;
    await renewals().look();
    expect(said()).toMatchObject([{ outcome: "passed" }]);
    time += 59 * DAY_MS;
    expect(said()).toMatchObject([{ findings: [{ level: "warning", found: expect.stringMatching(/that ends on/) }] }]);
  });
});

describe("an authority that", () => {
  test("refuses two nonces is asked again with fresh ones", async () => {
    authority.faults.badNonces = 2;
    await renewals().look();
    expect(told.join()).toContain("has a new certificate");
  });

  test.each([
    ["has too many orders", { isLimited: true }, /rateLimited/],
    ["offers another proof", { challengeType: "dns-01" }, /not http-01/],
    ["names another file as the proof", { token: "../../account.key" }, /wrong token/],
    ["names a long token", { token: "t".repeat(129) }, /wrong token/],
    ["is never done", { neverEnds: true }, /./],
    ["issues for another name", { issuesFor: "www.other.example" }, /not for www\.harbour\.example/],
    ["issues for another key", { forAnotherKey: true }, /is not the key of/],
    ["issues what has expired", { days: -1 }, /has expired/],
  ])("%s leaves the certificate before in use", async (_, faults, fault) => {
    const ordered = renewals();
    await ordered.look();
    const before = kept(`${SITE}.pem`);
    time = files.ordersOf(SITE).renewAt;
    Object.assign(authority.faults, faults);
    await ordered.look();
    expect(told.at(-1)).toMatch(/^No new certificate for www\.harbour\.example: .* The next try is at /);
    expect(files.ordersOf(SITE).fault).toMatch(fault);
    expect([kept(`${SITE}.pem`), taken.length]).toEqual([before, 1]);
    expect(readdirSync(proofs)).toEqual([]);
    expect(kept("account.key")).toContain("PRIVATE KEY");
  });

  test("never answers ends with the order's time, and a full disk with a line", async () => {
    proofOf = () => new Promise(() => undefined);
    const order = async (hostname: string) =>
      orderCertificate(hostname, {
        settings: settings(),
        accountKey: await files.accountKey(),
        proofs,
        pauses: { ...AT_ONCE, order: 1 },
      });
    await expect(order(SITE)).rejects.toThrow("The authority was not done within 0.001 s.");
    files.keepOrders = () => {
      throw new Error("ENOSPC");
    };
    authority.faults.isLimited = true;
    await renewals([LOGIN]).look();
    expect(told).toEqual(["The certificates cannot be renewed now: ENOSPC"]);
    expect(authority.ordered).not.toContain(LOGIN);
  });

  test("sends what a disk cannot take that has become full is left alone", async () => {
    const keepOrders = files.keepOrders.bind(files);
    files.keep = () => {
      throw new Error("ENOSPC");
    };
    files.keepOrders = (hostname, state) => {
      if (authority.ordered.includes(LOGIN)) throw new Error("ENOSPC");
      keepOrders(hostname, state);
    };
    const ordered = renewals([LOGIN]);
    const begun = time;
    for (const after of [0, CERTIFICATES_LOOK_MS, ACME_PAUSE_MS - 1]) {
      time = begun + after;
      await ordered.look();
      await renewals([LOGIN]).look();
    }
    expect(authority.ordered.filter((name) => name === LOGIN)).toHaveLength(1);
    expect(files.ordersOf(LOGIN)).toMatchObject({ failures: 1, notBefore: begun + ACME_PAUSE_MS });
    expect(told).toEqual(["The certificates cannot be renewed now: ENOSPC"]);
  });

  test("finds another proof gets no second try at once, and each pause is twice as long", async () => {
    proofOf = async () => "a stranger's answer";
    const ordered = renewals();
    await ordered.look();
    await ordered.look();
    expect(authority.ordered).toHaveLength(1);
    const pauses: number[] = [];
    for (let failures = 1; failures <= 9; failures++) {
      pauses.push(files.ordersOf(SITE).notBefore - time);
      time = files.ordersOf(SITE).notBefore;
      await ordered.look();
    }
    expect(pauses.slice(0, 3)).toEqual([ACME_PAUSE_MS, 2 * ACME_PAUSE_MS, 4 * ACME_PAUSE_MS]);
    expect(pauses.at(-1)).toBe(ACME_PAUSE_MAX_MS);
  });

  test("has too many orders is left alone for longer, also after a restart", async () => {
    authority.faults.isLimited = true;
    await renewals().look();
    expect(files.ordersOf(SITE).notBefore - time).toBe(ACME_LIMITED_MS);
    await renewals().look();
    expect(authority.ordered).toHaveLength(1);
  });

  test("refuses one name keeps no other from its certificate", async () => {
    const good = proofOf;
    proofOf = async (hostname, token) => (hostname === SITE ? "" : good(hostname, token));
    await renewals([SITE, LOGIN]).look();
    expect([files.filesOf(SITE), files.filesOf(LOGIN)]).toEqual([undefined, expect.anything()]);
  });
});

test("the entrance proves its name by plain http and then speaks TLS, without a restart", async () => {
  const [at, plain] = [await claimPort(0), await claimPort(0)];
  const acme = { email: "robin@harbour.example", agreed: true, directory } as const;
  const read = readTls({ listen: `127.0.0.1:${at}`, acme }, folder.path);
  const identity = { settings: {}, siteClientId: "site", privateMcpClientId: undefined, siteSecret: "s" };
  const serving = readServing(
    { origins: [`https://${SITE}`], tls: read, identity: { ...identity, agentsSecret: undefined } },
    "127.0.0.1",
  );
  const names = namesOf(serving, "127.0.0.1");
  const proven: number[] = [];
  proofOf = async (host, token) => {
    const path = `/.well-known/acme-challenge/${token}`;
    const statusFor = async (name: string): Promise<readonly [number | undefined, string]> => {
      const asked = askByHttp({ port: plain, host: "127.0.0.1", path, headers: { host: name } }).end();
      const [response] = await once(asked, "response");
      return [response.statusCode, await text(response)];
    };
    proven.push((await statusFor("stranger.example"))[0] ?? 0);
    return (await statusFor(host))[1];
  };
  const issued = Promise.withResolvers<void>();
  const tls = ordering(
    { tls: read },
    { folder: { tls: folder.at("tls") }, names, pauses: AT_ONCE, tell: (line) => (told.push(line), issued.resolve()) },
  );
  await using _ = await Entrance.open({ port: plain, inner: 1, names, tls, hasSpace: () => true });
  await issued.promise;
  expect([told, proven]).toEqual([[expect.stringContaining("has a new certificate")], [404]]);
  const socket: TLSSocket = connect({ port: at, host: "127.0.0.1", servername: SITE, rejectUnauthorized: false });
  await once(socket, "secureConnect");
  expect(socket.getPeerX509Certificate()?.checkHost(SITE)).toBe(SITE);
  socket.destroy();
});

test("a certificate of the operator's own is not ordered", () => {
  const { cert, key } = selfSigned([SITE], 30);
  writeFileSync(folder.at("one.pem"), cert);
  writeFileSync(folder.at("one.key"), key, { mode: 0o600 });
  const acme = { email: "robin@harbour.example", agreed: true, directory } as const;
  const own = [{ certificate: "one.pem", key: "one.key" }];
  const tls = ordering(
    { tls: readTls({ listen: "127.0.0.1:8443", certificates: own, acme }, folder.path) },
    { folder: { tls: folder.at("tls") }, names: { hostnames: new Set([SITE]) }, tell: (line) => told.push(line) },
  );
  using _ = tls?.order?.({ take: () => undefined });
  expect(authority.ordered).toEqual([]);
});
