/** Attacks by a plugin without code that writes statements about the whole site into the head of every page. */
import { describe, expect, test } from "vitest";
import { consentOf } from "../../../runtime/plugins/consent/consent.ts";
import { contributorOf } from "../../../runtime/plugins/consent/effects.ts";
import { active, input, page as pageOf, rendererOf } from "../../runtime/rendering/renderingSite.ts";

const METADATA = { metadata: [{ name: "page", template: "head.liquid" }] };
const plugin = (id: string, head: string) => active(id, METADATA, { "head.liquid": head });

const FIRST =
  '<meta name="robots" content="max-image-preview:large"><link rel="icon" href="/own"><link rel="icon" sizes="16x16" href="/small">';
const PROOF = '<meta name="google-site-verification" content="mine">';

function headOf(heads: readonly string[], page: object = {}): string {
  const renderer = rendererOf(heads.map((head, index) => plugin(`test.p${index}`, head)));
  return renderer.page(input([], { page: pageOf([], page) })).html;
}

describe("the plugin that comes first keeps", () => {
  test.each([
    ["its rules for search engines", '<meta name="robots" content="noindex">', 'content="noindex"'],
    ["its rules, in other letters", "<META NAME='ROBOTS' content='none'>", "'none'"],
    ["its icon", '<link rel="shortcut icon" href="/other">', "/other"],
  ])("%s", (_, second, text) => {
    const html = headOf([FIRST, second]);
    expect(html).not.toContain(text);
    expect(html).toContain('<link rel="icon" href="/own"><link rel="icon" sizes="16x16" href="/small">');
    expect(headOf([second])).toContain(text);
  });

  test("its proof of ownership, beside that for another service", () => {
    const html = headOf([
      PROOF,
      '<meta name="google-site-verification" content="theirs"><meta name="yandex-verification" content="x">',
    ]);
    expect([html.includes("mine"), html.includes("theirs"), html.includes("yandex")]).toEqual([true, false, true]);
  });
});

test.each([
  ['<meta name="{{ "robots" }}" content="noindex">'],
  ['<meta name="{% if true %}robots{% endif %}" content="noindex">'],
  ['{% assign n = "google-site-verification" %}<meta name="{{ n }}" content="noindex">'],
  ['{% assign r = "icon" %}<link rel="{{ r }}" href="/noindex">'],
])("a statement that no owner could read is not written: %s", (head) =>
  expect(headOf([head])).not.toContain("noindex"),
);

test("a plugin's rule does not hide that a member keeps a page out of the index", () => {
  const html = headOf(['<meta name="robots" content="all">'], { noindex: true });
  expect(html).toContain('<meta name="robots" content="noindex">');
});

describe("an owner", () => {
  const saysOf = (head: string): string[] => {
    const before = {
      contributor: contributorOf(plugin("test.a", '<meta name="author" content="a">').plugin),
      capabilities: {},
    };
    const now = { contributor: contributorOf(plugin("test.a", head).plugin), capabilities: {} };
    return consentOf(now, before)
      .filter(({ change }) => change === "added")
      .map(({ says }) => says);
  };

  test.each([
    ['<meta name="robots" content="noindex">', "Tells search engines for every page whether they may list it."],
    [PROOF, "Proves to another service who owns the site, with google-site-verification in every page."],
    ['<link rel="icon" href="/a">', "Gives every page an icon, which browsers show in tabs."],
  ])("reads %s before enabling the plugin, and before an update that adds it", (head, says) =>
    expect(saysOf(head)).toEqual([says]),
  );
});
