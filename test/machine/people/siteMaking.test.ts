import { createServer } from "node:http";
import { FIRST_PAGE_WAIT_MS } from "../../../manifests/bounds/logins.ts";
import { TENANT_ID_MAX_CHARS } from "../../../manifests/bounds/operators.ts";
import { describe, expect, test } from "vitest";
import { provisioning } from "../../../sites/web/provisioning/payload.ts";
import { listen, stopListening } from "../../../sites/machine/process/listening.ts";
import { newAccount } from "../../../sites/machine/people/store/accounts.ts";
import {
  allowedHostname,
  ownerOf,
  provisioningOf,
  provisionOwnSite,
  waitForSite,
} from "../../../sites/machine/people/siteMaking.ts";

describe("the address of a person's site", () => {
  test.each(["harbour.localhost", "  Harbour.localhost ", "a.localhost", `${"a".repeat(63)}.localhost`])(
    "may be %s on a machine without public names",
    (wanted) => {
      expect(allowedHostname(wanted, [])).toBe(wanted.trim().toLowerCase());
    },
  );

  test.each([
    "login.localhost",
    "a.login.localhost",
    "identity.localhost",
    "localhost",
    "mcp.localhost",
    "a.b.localhost",
    "-a.localhost",
    `${"a".repeat(64)}.localhost`,
    "www.example.com",
    "harbour.localhost:80",
    "harbour.localhost/x",
    "",
  ])("may not be %s", (wanted) => {
    expect(() => allowedHostname(wanted, [])).toThrow("site");
  });

  test("is one of the operator's where there are any", () => {
    expect(allowedHostname("www.example.com", ["www.example.com"])).toBe("www.example.com");
    for (const other of ["harbour.localhost", "evil.example.com"])
      expect(() => allowedHostname(other, ["www.example.com"])).toThrow("site");
  });
});

test.each([
  ["harbour.localhost", /^harbour-[0-9a-f]{10}$/],
  ["www.harbour-sites.com", /^harbour-sites-com-[0-9a-f]{10}$/],
  [`${`${"a".repeat(60)}.`.repeat(4)}com`, undefined],
])("a site at %s is one that provisioning takes", (hostname, id) => {
  const wish = {
    name: "Harbour Books",
    hostname,
    language: "en-GB",
    timeZone: "Europe/London",
    starter: "company" as const,
  };
  const read = provisioning.safeParse(provisioningOf(wish, ownerOf(newAccount("Robin", 0)), 0));
  expect(read.success ? [] : read.error.issues).toEqual([]);
  if (id !== undefined) expect(read.data?.tenant.id).toMatch(id);
});

test("a site gets a tenant of its own: no operator's, no other person's, and its own again after an interruption", () => {
  const [robin, sam] = [newAccount("Robin", 0), newAccount("Sam", 0)];
  const idOf = (hostname: string, owner = robin): string =>
    provisioningOf({ name: "Mine", hostname, language: "en", timeZone: "UTC", starter: "blank" }, ownerOf(owner), 0)
      .tenant.id;
  const names = ["harbour.localhost", "www.harbour.com", "harbour.com", "harbour-com.localhost", "a.b.com", "a-b.com"];
  const ids = names.flatMap((name) => [idOf(name), idOf(name, sam)]);
  expect(new Set(ids).size).toBe(names.length * 2);
  expect(ids).not.toContain("harbour");
  expect(idOf("harbour.localhost")).toBe(idOf("harbour.localhost"));
  expect(idOf(`${"a".repeat(63)}.${"b".repeat(63)}.com`)).toHaveLength(TENANT_ID_MAX_CHARS);
});

test.each([
  ["answers", [200], true],
  ["answers after a while", [503, 404, 200], true],
  ["never has its page", [], false],
  ["never answers", undefined, false],
])("the first page of a site that %s", async (_, statuses, isReady) => {
  const left = [...(statuses ?? [])];
  const server = createServer((__, response) => {
    if (statuses) response.writeHead(left.shift() ?? 503).end();
  });
  const port = await listen(server);
  const mostMs = isReady ? FIRST_PAGE_WAIT_MS : 100;
  expect(await waitForSite({ port, mostMs }, "http://mine.localhost/")).toBe(isReady);
  server.closeAllConnections();
  await stopListening(server);
});

test.each([
  ["SITE_PROVISION_CONFLICT", "address", undefined],
  ["SITE_INITIALIZATION_CONFLICT", "otherValues", undefined],
  ["TENANT_READ_ONLY", "site", "TENANT_READ_ONLY it rests"],
  ["constructor", "site", "constructor it rests"],
])("the refusal %s of a site is told as %s", async (code, told, about) => {
  const server = createServer((_, response) =>
    response.writeHead(409).end(JSON.stringify({ code, detail: "it rests" })),
  );
  const port = await listen(server);
  const wish = {
    name: "Harbour Books",
    hostname: "harbour.localhost",
    language: "en",
    timeZone: "UTC",
    starter: "blank" as const,
  };
  const making = provisionOwnSite({ port, secret: "a-secret" }, wish, newAccount("Robin", 0));
  await expect(making).rejects.toMatchObject({ code: told, about });
  await stopListening(server);
});
