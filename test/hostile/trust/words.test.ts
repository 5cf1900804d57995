/** Misleading names, and contradictory entries of a keyring. */
import { describe, expect, test } from "vitest";
import { readKeyring } from "../../../manifests/trust/keyring.ts";
import { changed, executable } from "../../manifests/fixture.ts";
import { issuesOf } from "../../manifests/manifestIssues.ts";
import { ACME, OTHER, P256, sha256 } from "../../vectors/trust/workshop.ts";

const pointersOf = (...change: Parameters<typeof changed>[1][]): string[] =>
  issuesOf(change.reduce((manifest, one) => changed(manifest, one) as typeof executable, executable)).map(
    ({ pointer }) => pointer,
  );

const named = (name: string): string[] => pointersOf([["name"], name]);
const because = (reason: string): string[] => pointersOf([["capabilities", "content", "reason"], reason]);

describe("a name or a reason", () => {
  test.each([
    ["turns words around", "Safe \u202egnihtemos\u202c"],
    ["isolates", "a\u2066b\u2069"],
    ["marks a direction", "a\u200fb"],
    ["hides a space", "a\u200bb"],
    ["joins Latin letters", "a\u200db"],
    ["joins after nothing", "\u200ca"],
    ["hides a hyphen", "a\u00adb"],
    ["hides a byte order mark", "\ufeffa"],
    ["fills with a Hangul blank", "a\u3164b"],
    ["begins a line", "a\u2028b"],
    ["is tagged", "a\u{e0041}b"],
    ["begins a line for a terminal", "a\u0085b"],
  ])("that %s is refused", (_, text) =>
    expect([named(text), because(text)]).toEqual([["/name"], ["/capabilities/content/reason"]]),
  );

  test.each([
    "Besprechungen für Öfen",
    "Отзывы",
    "レビュー and 口コミ",
    "리뷰 2",
    "מבצעים",
    "مراجعات می\u200cشود",
    "क्\u200dष",
    "Heart \u2764\ufe0f",
    "C’est 100 %",
  ])("in any language is accepted: %s", (text) => expect([named(text), because(text)]).toEqual([[], []]));
});

describe("a name", () => {
  test.each([
    "Dr\u0430wbridge",
    "P\u0430ypal",
    "Revi\u0435ws",
    "\u0391cme",
    "Acm\u0435 Reviews",
    "Rev\u0456ews \u2013 x",
    "\u13aacme",
  ])("with letters of two scripts in one word is refused: %s", (text) => expect(named(text)).toEqual(["/name"]));
  test.each(["Яндекс Maps", "SEO для сайта", "東京Reviews"])("with words of two scripts is accepted: %s", (text) =>
    expect(named(text)).toEqual([]),
  );
  test("of a tool follows the rule too, and a reason may contain any letters", () => {
    expect(pointersOf([["contributes", "mcp", "tools", 0, "title"], "Se\u0430rch"])).toEqual([
      "/contributes/mcp/tools/0/title",
    ]);
    expect(because("to write \u0430 after b\u0430d")).toEqual([]);
  });
});

describe("the names of members' tools", () => {
  test.each(["publish", "read_draft_page", "read-draft-page"])("are reserved: %s", (name) => {
    expect(
      pointersOf(
        [["contributes", "mcp", "tools", 0, "name"], name],
        [["contributes", "mcp", "tools", 0, "alone"], true],
      ),
    ).toEqual(["/contributes/mcp/tools/0/name"]);
    expect(pointersOf([["contributes", "mcp", "tools", 0, "name"], name])).toEqual([]);
  });

  test.each<[string, string[]]>([
    ["member/context", ["/contributes/mcp/resources/0/address"]],
    ["member{+p}", ["/contributes/mcp/resources/0/address"]],
    ["members/{p}", []],
    ["reviews/{id}", []],
    ["reviews{+id}", []],
  ])("and their addresses are reserved; code may answer an address with a variable: %s", (address, pointers) => {
    expect(pointersOf([["contributes", "mcp", "resources", 0, "address"], address])).toEqual(pointers);
  });
});

describe("a key in two entries", () => {
  const kids = async (...entries: unknown[]): Promise<string[]> => [
    ...(await readKeyring(JSON.stringify(entries), sha256)).keys.keys(),
  ];
  const { x } = ACME.jwk as { x: string };

  test.each<[string, object]>([
    ["is revoked", { ...ACME.jwk, "svc:revokedAt": 1 }],
    ["is misspelt", { ...ACME.jwk, "svc:revoked": 1 }],
    ["gives milliseconds", { ...ACME.jwk, "svc:revokedAt": 1_793_491_200_000 }],
    ["holds the private part", ACME.privateKey.export({ format: "jwk" })],
    ["names no type", { x, "svc:revokedAt": 1 }],
    ["is named by its thumbprint", { kid: ACME.kid, "svc:revokedAt": 1 }],
    ["is spelled in another base64", { ...ACME.jwk, x: `${x.replaceAll("-", "+").replaceAll("_", "/")}=` }],
    ["has spare bits", { ...ACME.jwk, x: `${x.slice(0, 42)}${x.endsWith("8") ? "9" : "_"}`, kid: "other" }],
    ["has a narrower scope with a fault", { ...ACME.jwk, "svc:publishers": ["Not A Publisher"] }],
  ])("is not trusted in either if the second %s, in either order, and the others stay trusted", async (_, second) => {
    expect(await kids(ACME.jwk, second, OTHER.jwk, P256.jwk)).toEqual([OTHER.kid, P256.kid]);
    expect(await kids(second, OTHER.jwk, ACME.jwk)).toEqual([OTHER.kid]);
  });

  test("is reported at the valid entry too", async () => {
    const { refused } = await readKeyring(JSON.stringify([ACME.jwk, { ...ACME.jwk, "svc:revoked": 1 }]), sha256);
    expect(refused.map(({ pointer }) => pointer).toSorted()).toEqual(["/0", "/1/svc:revoked"]);
  });

  test("is not affected by another key's fault", async () =>
    expect(await kids(ACME.jwk, { ...OTHER.jwk, "svc:revoked": 1 }, { kid: "" }, { x: "" }, null)).toEqual([ACME.kid]));
});
