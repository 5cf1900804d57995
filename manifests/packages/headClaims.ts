/**
 * Statements about a whole site that a plugin's metadata writes: rules for search engines, proofs of ownership for other
 * services, and icons. An owner reads them before enabling the plugin.
 */
import { splitLiquid } from "../liquid/liquid.ts";
import type { Manifest } from "../manifest/manifest.ts";

/** A statement, as `robots`, `icon`, or the name by which a service looks for its proof. */
export type HeadClaim = string;

/** Matches a `link` or `meta` element, and an attribute in it. Templates write elements whole, with quoted values. */
const ELEMENT = /<(?:link|meta)\b(?:[^>"']|"[^"]*"|'[^']*')*>/gi;
const ATTRIBUTE = /([a-z][^\s=>]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi;

/** Names under which search engines look for rules. */
const ROBOTS = /^(?:robots|slurp|teoma|[\w-]*bot(?:-[\w-]+)?)$/;
/** Names under which services look for the proof of who owns a site. */
const PROOF = /verif|^msvalidate\.01$/;

/** Words of which every element with a statement has one. Most elements of a page have none, and need no other look. */
const TELLING = /robots|slurp|teoma|bot|verif|msvalidate|icon/i;
export const mayClaim = (element: string): boolean => TELLING.test(element);

/** An element's attributes by name, both in lower case. The first of a name counts. */
export type Attributes = ReadonlyMap<string, string>;

export function attributesOf(element: string): Attributes {
  const attributes = new Map<string, string>();
  for (const [, name = "", quoted, single] of element.matchAll(ATTRIBUTE)) {
    const known = name.toLowerCase();
    if (!attributes.has(known)) attributes.set(known, (quoted ?? single ?? "").trim().toLowerCase());
  }
  return attributes;
}

/** The statement that a `link` or `meta` element with these attributes makes. Undefined without one. */
export function headClaimOf(attributes: Attributes): HeadClaim | undefined {
  const name = attributes.get("name") ?? attributes.get("property") ?? "";
  if (ROBOTS.test(name)) return "robots";
  if (PROOF.test(name)) return name;
  return /(?:^|[\s-])icon(?:$|\s)/.test(attributes.get("rel") ?? "") ? "icon" : undefined;
}

/** The text of a template without what Liquid computes. A name that is computed makes no statement that anybody read. */
const writtenIn = (template: string): string =>
  splitLiquid(template)
    .parts.map(({ kind, body }) => (kind === "text" ? body : "\u0000"))
    .join("");

/** The statements that a template writes with a name that everybody can read in it. */
export const claimsIn = (template: string): HeadClaim[] => [
  ...new Set(
    [...writtenIn(template).matchAll(ELEMENT)].flatMap(([element]) => headClaimOf(attributesOf(element)) ?? []),
  ),
];

/** The statements of all of a plugin's metadata. */
export const headClaims = (
  { contributes }: Partial<Pick<Manifest, "contributes">>,
  files: Readonly<Record<string, string>>,
): HeadClaim[] => [
  ...new Set((contributes?.metadata ?? []).flatMap(({ template }) => claimsIn(files[template] ?? ""))),
];
