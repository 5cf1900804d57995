import { describe, expect, test } from "vitest";
import { provisioning } from "../../../sites/web/provisioning/payload.ts";
import { newAccount } from "../../../sites/machine/people/store/accounts.ts";
import { allowedHostname, provisioningOf } from "../../../sites/machine/people/siteMaking.ts";

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
  ["harbour.localhost", "harbour"],
  ["www.harbour-sites.com", "harbour-sites-com"],
  [`${`${"a".repeat(60)}.`.repeat(4)}com`, undefined],
])("a site at %s is one that provisioning takes", (hostname, id) => {
  const wish = { name: "Harbour Books", hostname, language: "en-GB", timeZone: "Europe/London" };
  const read = provisioning.safeParse(provisioningOf(wish, newAccount("Robin", 0)));
  expect(read.success ? [] : read.error.issues).toEqual([]);
  if (id !== undefined) expect(read.data?.tenant.id).toBe(id);
});
