/**
 * The attacks of The Update Framework (its specification, section 1.5.2) on a plugin index. The attacker controls the
 * connection, or has one of the index's keys.
 */
import { describe, expect, test } from "vitest";
import {
  INDEX_HOSTS_MAX,
  INDEX_KEYS_MAX,
  INDEX_LIFETIME_MS,
  INDEX_MAX_BYTES,
  INDEX_PLUGINS_MAX,
  INDEX_VERSIONS_MAX,
} from "../../../manifests/bounds/packages.ts";
import type { Index } from "../../../manifests/distribution/indexShape.ts";
import { type AllowedIndex, judgeIndex } from "../../../manifests/distribution/judgeIndex.ts";
import { listedIndexShape, listedIssues } from "../../../manifests/distribution/listedIndexes.ts";
import { type RememberedIndex, readBefore, computeKids } from "../../../manifests/distribution/remembered.ts";
import { issuesFromZod } from "../../../manifests/refusals/issues.ts";
import { DAY, indexBytes, indexedPlugin, indexedVersion, indexOf } from "../../vectors/trust/indexWorkshop.ts";
import {
  type Key,
  ACME,
  bytesOf,
  NOW,
  OTHER,
  packageOf,
  P256,
  seconds,
  sha256,
  STRANGER,
} from "../../vectors/trust/workshop.ts";

/** A site that reads one index and remembers the last accepted version. */
class Reader {
  readonly #listed: AllowedIndex;
  #keys: readonly Key[];
  #remembered: RememberedIndex | undefined;

  constructor(keys: readonly Key[] = [ACME], listed: AllowedIndex = { name: "acme" }) {
    this.#keys = keys;
    this.#listed = listed;
  }

  /** The operator lists the index with other keys. */
  list(...keys: readonly Key[]): void {
    this.#keys = keys;
  }

  /** Answers `taken`, or the code of the refusal. */
  async read(bytes: Uint8Array, now = NOW): Promise<string> {
    const jwks = this.#keys.map(({ jwk }) => jwk);
    const judged = await judgeIndex(bytes, this.#listed, await readBefore(jwks, this.#remembered), now, sha256);
    if (!judged.ok) return judged.error.reason;
    const { digest, index } = judged.value;
    this.#remembered = { listed: await computeKids(jwks), digest, text: JSON.stringify(index) };
    return "taken";
  }
}

const version = (number: number, change: Partial<Index> = {}): Index => indexOf({ version: number, ...change });

async function afterReading(...indexes: readonly Index[]): Promise<Reader> {
  const reader = new Reader();
  for (const index of indexes) expect(await reader.read(indexBytes(index))).toBe("taken");
  return reader;
}

describe("rollback and replay", () => {
  test("an older index is refused after a newer one was read", async () => {
    const reader = await afterReading(version(1), version(2));
    expect(await reader.read(indexBytes(version(1)))).toBe("rolled_back");
  });

  test("other content under the same version is refused", async () => {
    const reader = await afterReading(version(2));
    const other = version(2, { plugins: { "acme.notices": indexedPlugin("1.0.0", "1.1.0") } });
    expect(await reader.read(indexBytes(other))).toBe("changed");
  });

  test("the same index again is accepted", async () => {
    const reader = await afterReading(version(2));
    expect(await reader.read(indexBytes(version(2)))).toBe("taken");
  });
});

describe("freeze", () => {
  test("an index that an attacker keeps from being replaced expires", async () => {
    const reader = await afterReading(version(1));
    const until = seconds(NOW + 7 * DAY) * 1000;
    expect(await reader.read(indexBytes(version(1)), until - 1)).toBe("taken");
    expect(await reader.read(indexBytes(version(1)), until)).toBe("expired");
    expect(await reader.read(indexBytes(version(1)), until + 1)).toBe("expired");
  });

  test.each([
    [-1, "taken"],
    [0, "taken"],
    [1, "holds_too_long"],
  ])("an index has a bounded lifetime: %d s", async (more, outcome) => {
    const expires = seconds(NOW + INDEX_LIFETIME_MS) + more;
    expect(await new Reader().read(indexBytes(indexOf({ expires })))).toBe(outcome);
  });

  test("a clock without a number accepts no index", async () => {
    expect(await new Reader().read(indexBytes(indexOf()), Number.NaN)).toBe("expired");
  });
});

describe("shrinking and rewriting", () => {
  const both = version(1, { plugins: { "acme.notices": indexedPlugin("1.0.0", "1.1.0") } });

  test("an index must not drop a version", async () => {
    const reader = await afterReading(both);
    const less = version(2, { plugins: { "acme.notices": indexedPlugin("1.0.0") } });
    expect(await reader.read(indexBytes(less))).toBe("shrunk");
  });

  test("an index must not drop a plugin", async () => {
    const reader = await afterReading(both);
    expect(await reader.read(indexBytes(version(2, { plugins: {} })))).toBe("shrunk");
  });

  test("a withdrawn version must stay listed", async () => {
    const reader = await afterReading(both);
    const { versions, ...entry } = indexedPlugin("1.0.0", "1.1.0");
    const withdrawn = { ...versions, "1.1.0": { ...indexedVersion("1.1.0"), withdrawn: "It loses texts." } };
    const next = version(2, { plugins: { "acme.notices": { ...entry, versions: withdrawn } } });
    expect(await reader.read(indexBytes(next))).toBe("taken");
  });

  test("a version must keep its digest", async () => {
    const reader = await afterReading(version(1));
    const versions = { "1.0.0": indexedVersion("1.0.0", `sha256-${"B".repeat(43)}`) };
    const next = version(2, { plugins: { "acme.notices": { ...indexedPlugin(), versions } } });
    expect(await reader.read(indexBytes(next))).toBe("rewritten");
  });
});

describe("mix and match", () => {
  test("one index cannot replace another that has the same key", async () => {
    expect(await new Reader().read(indexBytes(indexOf({ index: "other" })))).toBe("wrong_name");
  });

  test("an index must list only names that the operator allows", async () => {
    const reader = new Reader([ACME], { name: "acme", publishers: ["acme"] });
    expect(await reader.read(indexBytes(indexOf()))).toBe("taken");
    const more = { "acme.notices": indexedPlugin("1.0.0"), "bank.login": indexedPlugin("1.0.0") };
    expect(await reader.read(indexBytes(version(2, { plugins: more })))).toBe("foreign_name");
  });

  test("a name is no longer accepted once the operator disallows it", async () => {
    const before = await readBefore([ACME.jwk], {
      listed: [ACME.kid],
      digest: "",
      text: JSON.stringify(indexOf()),
    });
    const judged = await judgeIndex(
      indexBytes(version(2)),
      { name: "acme", publishers: ["bank"] },
      before,
      NOW,
      sha256,
    );
    expect(judged).toMatchObject({ error: { reason: "foreign_name" } });
  });

  test("an entry cannot name another package to install", async () => {
    const extra = { ...indexedPlugin("1.0.0"), requires: { "evil.base": "^1.0.0" } };
    expect(await new Reader().read(indexBytes(indexOf({ plugins: { "acme.notices": extra } })))).toBe("malformed");
  });
});

describe("keys", () => {
  test("an index with an unknown key is refused", async () => {
    expect(await new Reader().read(indexBytes(indexOf(), STRANGER))).toBe("wrong_key");
  });

  test("an index cannot contain the key that verifies it", async () => {
    const own = indexOf({ keys: [{ ...STRANGER.jwk }] });
    expect(await new Reader().read(indexBytes(own, STRANGER))).toBe("wrong_key");
  });

  test("a signature must be of the key that it names", async () => {
    const [good, forged] = [indexBytes(indexOf()), indexBytes(indexOf({ version: 9 }))].map(
      (bytes) => JSON.parse(new TextDecoder().decode(bytes)) as { jws: { payload: string } },
    );
    const swapped = { ...good, jws: { ...good?.jws, payload: forged?.jws.payload } };
    expect(await new Reader().read(bytesOf(swapped))).toBe("wrong_signature");
  });

  test("a signed package is not accepted as an index, whatever its key", async () => {
    expect(await new Reader().read(packageOf())).toBe("malformed");
  });

  test("the old key signs the new one, and is refused afterwards", async () => {
    const reader = await afterReading(version(1), version(2, { keys: [{ ...OTHER.jwk }] }));
    expect(await reader.read(indexBytes(version(2, { keys: [{ ...OTHER.jwk }] })))).toBe("taken");
    expect(await reader.read(indexBytes(version(3), ACME))).toBe("wrong_key");
    expect(await reader.read(indexBytes(version(3, { keys: [{ ...OTHER.jwk }] }), OTHER))).toBe("taken");
  });

  test("a new key alone is refused", async () => {
    const reader = await afterReading(version(1));
    expect(await reader.read(indexBytes(version(2, { keys: [{ ...P256.jwk }] }), P256))).toBe("wrong_key");
  });

  test("a reader that missed the rotation accepts an index that both keys signed", async () => {
    const reader = await afterReading(version(1));
    expect(await reader.read(indexBytes(version(5, { keys: [{ ...P256.jwk }] }), ACME, P256))).toBe("taken");
    expect(await reader.read(indexBytes(version(6, { keys: [{ ...P256.jwk }] }), P256))).toBe("taken");
  });

  test("versions that a stolen key used up are accepted again once all keys are new", async () => {
    const reader = await afterReading(version(Number.MAX_SAFE_INTEGER));
    const anew = version(1, { keys: [{ ...OTHER.jwk }] });
    reader.list(ACME, OTHER);
    expect(await reader.read(indexBytes(anew, OTHER))).toBe("rolled_back");
    reader.list(OTHER);
    expect(await reader.read(indexBytes(anew, OTHER))).toBe("taken");
  });

  test("an invalid key, a private key and a repeated key are refused", async () => {
    const [x] = [{ ...ACME.jwk, x: "A".repeat(43) }];
    for (const keys of [[x ?? {}], [{ ...ACME.jwk, d: "secret" }], [{ ...ACME.jwk }, { ...ACME.jwk }]])
      expect(await new Reader().read(indexBytes(indexOf({ keys })))).toBe("malformed");
  });
});

describe("a malformed index", () => {
  const text = JSON.stringify(indexOf());

  test.each([
    ["two members of one name", text.replace('"version":1', '"version":1,"version":9')],
    ["a prototype", text.replace('"plugins":{', '"plugins":{"__proto__":{},')],
    ["a name that is no plugin's", text.replace('"acme.notices"', '"notices"')],
    ["an unknown member", text.replace('"version":1', '"version":1,"trusted":true')],
    ["a number below one", text.replace('"version":1', '"version":0')],
    ["a number that is no whole one", text.replace('"version":1', '"version":1.5')],
    ["a date in milliseconds", text.replace(/"expires":\d+/, `"expires":${NOW + DAY}`)],
    ["a package over http", text.replace("https://packages", "http://packages")],
    ["an address with a name and password", text.replace("https://packages", "https://me:word@packages")],
    ["text behind it", `${text} {}`],
  ])("holds %s", async (_what, payload) => {
    expect(await new Reader().read(indexBytes(payload))).toBe("malformed");
  });

  test("has repeated members around the signed text", async () => {
    const document = new TextDecoder().decode(indexBytes(indexOf()));
    const twice = document.replace('"jws":', '"jws":{"payload":"","signatures":[]},"jws":');
    expect(await new Reader().read(bytesOf(twice))).toBe("malformed");
  });

  test.each([-1, 0, 1])("is larger than the bound: %d", async (more) => {
    const bytes = new Uint8Array(INDEX_MAX_BYTES + more).fill(32);
    bytes.set(indexBytes(indexOf()));
    expect(await new Reader().read(bytes)).toBe(more > 0 ? "too_large" : "taken");
  });

  test.each([
    [
      "plugins",
      INDEX_PLUGINS_MAX,
      (count: number) => ({
        plugins: Object.fromEntries(Array.from({ length: count }, (_, at) => [`acme.p${at}`, indexedPlugin()])),
      }),
    ],
    [
      "versions",
      INDEX_VERSIONS_MAX,
      (count: number) => ({
        plugins: { "acme.notices": indexedPlugin(...Array.from({ length: count }, (_, at) => `1.0.${at}`)) },
      }),
    ],
  ] as const)("contains more %s than the bound", async (_what, most, change) => {
    for (const count of [most - 1, most, most + 1])
      expect(await new Reader().read(indexBytes(indexOf(change(count))))).toBe(count > most ? "malformed" : "taken");
  });
});

describe("an entry of the operator's list", () => {
  const entry = (change: object = {}) => ({
    name: "acme",
    url: "https://acme.example/plugins.json",
    keys: [ACME.jwk],
    ...change,
  });
  const pointersOf = async (value: object): Promise<string[]> => {
    const read = listedIndexShape.safeParse(value);
    return (read.success ? await listedIssues(read.data, false) : issuesFromZod(read.error, value)).map(
      ({ pointer }) => pointer,
    );
  };

  test.each([{}, { publishers: ["acme", "acme.notices"] }, { hosts: ["cdn.example"] }])(
    "is accepted: %j",
    async (change) => {
      expect(await pointersOf(entry(change))).toEqual([]);
    },
  );

  test.each([
    ["keys", INDEX_KEYS_MAX, ACME.jwk],
    ["hosts", INDEX_HOSTS_MAX, "cdn.example"],
  ] as const)("has a bounded number of %s", (member, most, one) => {
    for (const count of [most - 1, most, most + 1]) {
      const { success } = listedIndexShape.safeParse(entry({ [member]: Array.from({ length: count }, () => one) }));
      expect([count, success]).toEqual([count, count <= most]);
    }
  });

  test.each([
    ["without a key", { keys: [] }, "/keys"],
    ["with a key that is none", { keys: [{ kty: "OKP" }] }, "/keys"],
    ["with a private key", { keys: [{ ...ACME.jwk, d: "x" }] }, "/keys"],
    ["with one key twice", { keys: [ACME.jwk, ACME.jwk] }, "/keys"],
    ["over http", { url: "http://acme.example/" }, "/url"],
    ["at an address of a network", { url: "https://10.0.0.1/index.json" }, "/url"],
    ["at a private name", { url: "https://router.local/index.json" }, "/url"],
    ["at another port", { url: "https://acme.example:8443/index.json" }, "/url"],
    ["with a private host for packages", { hosts: ["router.local"] }, "/hosts/0"],
    ["with an address for packages", { hosts: ["10.0.0.1"] }, "/hosts/0"],
    ["with an unknown member", { publisher: ["acme"] }, "/publisher"],
  ])("is refused %s", async (_what, change, pointer) => {
    expect(await pointersOf(entry(change))).toEqual([pointer]);
  });
});
