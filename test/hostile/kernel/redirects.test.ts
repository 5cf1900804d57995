import { describe, expect, test } from "vitest";
import type { Refusal } from "../../../manifests/refusals/refusal.ts";
import { redirects } from "../../../runtime/documents/content/content.ts";
import { RedirectTable } from "../../../runtime/documents/redirectTable.ts";
import { initialiseInput, page, siteOf, worldOf } from "../../runtime/kernel/world.ts";
import { testPowers } from "../../runtime/kernel/powers.ts";

const locationOf = (from: string, to: string, path: string): string | undefined =>
  new RedirectTable({ entries: [{ from, to, status: 301 }] }).match(path)?.location;

describe("a redirect that is built from a visitor's input", () => {
  test.each(["/old//evil.example", "/old///evil.example/x", "/OLD//evil.example"])(
    "never leads to another host: %s",
    (path) => {
      const location = locationOf("/old/*", "/*", path) ?? "";
      expect(new URL(location, "https://acme.example").host).toBe("acme.example");
    },
  );

  test.each([
    ["https://new.example/*", "/old/a//evil.example", "https://new.example/a/evil.example"],
    ["https://new.example/*", "/old//evil.example/x", "https://new.example/evil.example/x"],
    ["https://new.example/blog/*", "/old/b/%C3%BC", "https://new.example/blog/b/%C3%BC"],
    ["https://new.example/*", "/old", "https://new.example"],
  ])("appends the rest to %s alone: %s", (to, path, location) => {
    expect(locationOf("/old/*", to, path)).toBe(location);
  });

  test.each([
    "https:///*",
    "https://*",
    "https://a@/*",
    "https://a.example?x=/*",
    "https://a.example#/*",
    "http://a.example/*",
  ])("is refused where the rest could name the host, or would be no path: %s", (to) =>
    expect(redirects.safeParse({ entries: [{ from: "/old/*", to, status: 301 }] }).success).toBe(false),
  );

  test("is found under the readable spelling, and answers with an encoded `Location`", () => {
    expect(locationOf("/über-uns", "/about", "/%C3%BCber-uns")).toBe("/about");
    expect(locationOf("/Ärzte/*", "/team/*", "/%C3%84rzte/m%C3%BCller")).toBe("/team/m%C3%BCller");
    expect(locationOf("/a", "/日本?q=ü#ö", "/a")).toBe("/%E6%97%A5%E6%9C%AC?q=%C3%BC#%C3%B6");
    expect(locationOf("/50%", "/x", "/50%")).toBe("/x");
  });
});

test("a site cannot be created with circular redirects", async () => {
  const circle = [
    { from: "/a", to: "/b", status: 301 as const },
    { from: "/b", to: "/a", status: 301 as const },
  ];
  const document = { ...siteOf({ home: page("/") }), redirects: { entries: circle } };
  const refusal = (await worldOf(testPowers())
    .kernel.initialiser.run(initialiseInput(document))
    .catch((error: unknown) => error)) as Refusal;
  expect(refusal.code).toBe("INVALID_REQUEST");
  expect(refusal.detail.issues?.map(({ pointer }) => pointer)).toContainEqual(
    expect.stringMatching(/^\/document\/redirects\/entries\/0/),
  );
});
