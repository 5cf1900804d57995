import { describe, expect, test } from "vitest";
import { TITLE_MAX_CHARS } from "../../../manifests/bounds/documents.ts";
import { ISSUER_MAX_CHARS, SUBJECT_MAX_CHARS } from "../../../manifests/bounds/logins.ts";
import {
  PROVISION_MAX_IDENTITIES,
  PROVISION_MAX_PICTURES,
  PROVISION_MAX_PLUGINS,
  TENANT_ID_MAX_CHARS,
} from "../../../manifests/bounds/operators.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { shaped } from "../../../sites/web/api/request/shaped.ts";
import { provisioning } from "../../../sites/web/provisioning/payload.ts";

const identity = (index = 0) => ({ issuer: "https://login.example", subject: `person-${index}`, role: "owner" });

const valid = () => ({
  tenant: { id: "acme", name: "Acme" },
  site: { id: "main", name: "Main" },
  domain: { hostname: "www.acme.example" },
  identities: [identity()],
  document: {
    pages: [{ id: "home", path: "/", title: "Home", sections: [] }],
    navigation: { menus: { header: [], footer: [] } },
    redirects: { entries: [] },
    settings: { name: "Acme", language: "en" },
  },
  theme: { theme: "drawbridge.slate/slate", scheme: "auto", tokens: {} },
  plugins: ["drawbridge.basics"],
});

/** The payload with another value at a path, or without it. */
function withValue(path: string, value: unknown): unknown {
  const payload: Record<string, unknown> = valid();
  const parts = path.split("/").slice(1);
  const last = parts.pop() ?? "";
  const holder = parts.reduce<Record<string, unknown>>((at, part) => at[part] as Record<string, unknown>, payload);
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return payload;
}

function refusedAt(payload: unknown): string | undefined {
  try {
    shaped(payload, provisioning);
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "INVALID_REQUEST") throw error;
    return error.detail.issues?.[0]?.pointer;
  }
}

describe("a provisioning request", () => {
  test("is read unchanged", () => {
    expect(shaped(valid(), provisioning)).toEqual(valid());
  });

  test.each([
    "/tenant",
    "/site",
    "/domain",
    "/identities",
    "/document",
    "/theme",
    "/tenant/id",
    "/tenant/name",
    "/domain/hostname",
    "/identities/0/issuer",
    "/identities/0/subject",
    "/identities/0/role",
    "/document/pages",
    "/document/settings",
  ])("without %s is refused with that pointer", (path) => {
    expect(refusedAt(withValue(path, undefined))).toBe(path);
  });

  test.each([
    "/extra",
    "/tenant/status",
    "/site/extra",
    "/domain/status",
    "/identities/0/email",
    "/document/extra",
    "/theme/extra",
  ])("with the unknown member %s is refused with that pointer", (path) => {
    expect(refusedAt(withValue(path, "x"))).toBe(path);
  });

  test.each([
    ["/tenant/id", "Acme"],
    ["/tenant/id", ""],
    ["/tenant/id", "-a"],
    ["/tenant/id", "a-"],
    ["/tenant/id", "a/b"],
    ["/tenant/id", "a.b"],
    ["/tenant/id", ".."],
    ["/tenant/id", "ä"],
    ["/tenant/id", 1],
    ["/site/id", "a/../b"],
    ["/site/id", "a b"],
    ["/tenant/name", ""],
    ["/tenant/name", "a\nb"],
    ["/domain/hostname", "WWW.acme.example"],
    ["/domain/hostname", "www.acme.example."],
    ["/domain/hostname", "www.acme.example:443"],
    ["/domain/hostname", "127.0.0.1"],
    ["/domain/hostname", "bücher.example"],
    ["/domain/hostname", "https://a.example"],
    ["/domain/hostname", "*.a.example"],
    ["/domain/hostname", ""],
    ["/domain/hostname", "localhost"],
    ["/tenant/id", "00000000-0000-0000-0000-000000000000"],
    ["/site/id", "00000000-0000-0000-0000-000000000000"],
    ["/identities/0/issuer", "http://login.example"],
    ["/identities/0/issuer", "https://login.example/?a"],
    ["/identities/0/issuer", "https://user@login.example"],
    ["/identities/0/issuer", "javascript:alert(1)"],
    ["/identities/0/issuer", "http://localhost.evil.example"],
    ["/identities/0/issuer", ""],
    ["/identities/0/subject", ""],
    ["/identities/0/subject", "a\u200bb"],
    ["/identities/0/subject", "a\nb"],
    ["/identities/0/role", "admin"],
    ["/identities", []],
    ["/identities", {}],
    ["/plugins/0", "Basics"],
    ["/plugins/0", "drawbridge"],
    ["/identities", [identity(), identity()]],
    ["/plugins", ["a.b", "a.b"]],
    ["/document/pages/0/path", "/ho me"],
    ["/theme/scheme", "blue"],
  ])("with the %s %j is refused with that pointer", (path, value) => {
    expect(refusedAt(withValue(path, value))).toBe(path);
  });

  test.each([
    "https://login.example",
    "https://login.example/",
    "https://login.example:8443/realms/a~b",
    "http://localhost:9000",
    "http://id.localhost:9000/x",
    "http://127.0.0.1:9000",
  ])("may name the issuer %s", (issuer) => {
    expect(refusedAt(withValue("/identities/0/issuer", issuer))).toBeUndefined();
  });

  test.each([
    [{ name: "hill.webp", bytes: "AAEC" }, undefined],
    [{ name: "Hill.webp", bytes: "AAEC" }, "/pictures/0/name"],
    [{ name: "../hill.webp", bytes: "AAEC" }, "/pictures/0/name"],
    [{ name: "hill", bytes: "AAEC" }, "/pictures/0/name"],
    [{ name: "hill.webp", bytes: "not base64" }, "/pictures/0/bytes"],
    [{ name: "hill.webp", bytes: 3 }, "/pictures/0/bytes"],
  ])("a picture %j is refused at %s", (picture, where) => {
    expect(refusedAt(withValue("/pictures", [picture]))).toBe(where);
  });

  const bounds: [path: string, most: number, make: (count: number) => unknown][] = [
    ["/tenant/id", TENANT_ID_MAX_CHARS, (count) => "a".repeat(count)],
    ["/site/id", TENANT_ID_MAX_CHARS, (count) => "a".repeat(count)],
    ["/tenant/name", TITLE_MAX_CHARS, (count) => "a".repeat(count)],
    ["/identities/0/issuer", ISSUER_MAX_CHARS, (count) => "https://a.example/".padEnd(count, "a")],
    ["/identities/0/subject", SUBJECT_MAX_CHARS, (count) => "a".repeat(count)],
    ["/identities", PROVISION_MAX_IDENTITIES, (count) => Array.from({ length: count }, (_, index) => identity(index))],
    [
      "/pictures",
      PROVISION_MAX_PICTURES,
      (count) => Array.from({ length: count }, () => ({ name: "hill.webp", bytes: "" })),
    ],
    ["/plugins", PROVISION_MAX_PLUGINS, (count) => Array.from({ length: count }, (_, index) => `acme.p${index}`)],
  ];

  test.each(
    bounds.flatMap(([path, most, make]) => [-1, 0, 1].map((more) => [path, most + more, more > 0, make] as const)),
  )("with %s of %i is refused: %s", (path, count, refused, make) => {
    expect(refusedAt(withValue(path, make(count)))).toBe(refused ? path : undefined);
  });
});
