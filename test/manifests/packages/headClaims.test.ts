import { expect, test } from "vitest";
import { claimsIn, headClaims, mayClaim } from "../../../manifests/packages/headClaims.ts";

test.each([
  ['<meta name="robots" content="noindex">', ["robots"]],
  ["<META NAME='Googlebot-News' CONTENT='noindex'>", ["robots"]],
  ['<meta name="google-site-verification" content="{{ settings.a }}">', ["google-site-verification"]],
  ['<meta name="msvalidate.01" content="x">', ["msvalidate.01"]],
  ['<meta property="p:domain_verify" content="x">', ["p:domain_verify"]],
  ['<link rel="icon" href="/a">', ["icon"]],
  ['<link rel="shortcut icon" href="/a"><link rel="apple-touch-icon" href="/b">', ["icon"]],
  ['{% if page.noindex %}<meta name="robots" content="noindex">{% endif %}', ["robots"]],
  ['<meta name="robots"\n  content="a>b">\n<link href="/a" rel="icon">', ["robots", "icon"]],
  ['<meta name="description" content="robots icon verification">', []],
  ['<link rel="canonical" href="/icon">', []],
  ['<meta name="{{ "robots" }}" content="noindex">', []],
  ["", []],
])("%s makes the statements %j", (template, claims) => {
  expect(claimsIn(template)).toEqual(claims);
  // An element that seems to claim nothing is read no further.
  expect(claims.length === 0 || mayClaim(template)).toBe(true);
});

test("a plugin makes the statements of all its metadata, each once", () => {
  const contributes = { metadata: ["a", "b"].map((name) => ({ name, template: `${name}.liquid` })) };
  const robots = '<meta name="robots" content="noindex">';
  expect(
    headClaims({ contributes }, { "a.liquid": robots, "b.liquid": `${robots}<link rel="icon" href="/">` }),
  ).toEqual(["robots", "icon"]);
  expect(headClaims({}, {})).toEqual([]);
});
