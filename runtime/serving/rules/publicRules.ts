/**
 * The redirects of a publication as agents read them, where they are too many for the catalogue: a list that names its
 * parts. A changed redirect changes its part and the list.
 */
import { CATALOGUE_REDIRECTS_MAX, PUBLIC_RULES_PART_SHARE } from "../../../manifests/bounds/documents.ts";
import { utf8Length } from "../../../manifests/json/utf8.ts";
import { ruleFacts } from "../../documents/content/ruleFacts.ts";
import type { Documents } from "../../documents/documents.ts";
import type { LongPart } from "../../documents/longBodies.ts";
import type { RulesToReaders } from "./rulesToReaders.ts";

/** A value of the public store. */
interface NamedValue {
  readonly key: string;
  readonly bytes: number;
  text(): string;
}

/** Some redirects, and the parts of the document of which they are made. */
interface NamedPart extends NamedValue {
  readonly group: readonly LongPart[];
}

/** The list of parts, and the parts. */
export interface NamedRules {
  readonly list: NamedValue;
  readonly parts: readonly NamedPart[];
}

/** The value of a list. An earlier release stored the redirects themselves. */
export interface RulesList {
  readonly parts: readonly string[];
}

interface RulesParts {
  readonly documents: Pick<Documents, "redirects" | "redirectParts">;
  readonly digest: (text: string) => Promise<string>;
  readonly keyOf: (site: string, digest: string) => string;
}

export class PublicRules {
  readonly #from: RulesParts;
  /** The redirects of each site's last publication. */
  readonly #last = new Map<
    string,
    { readonly stamp: string; readonly hidden: string; readonly named: NamedRules | undefined }
  >();

  constructor(from: RulesParts) {
    this.#from = from;
  }

  /** Undefined if the catalogue has room for them. A publication that leaves them alone does not read them. */
  async of(site: string, change: number, hidden: RulesToReaders): Promise<NamedRules | undefined> {
    const { documents } = this.#from;
    const stamp = documents.redirects.stamp(site, change);
    const known = this.#last.get(site);
    const isSameHidden = known?.hidden === hidden.stamp;
    if (isSameHidden && known.stamp === stamp) return known.named;
    const before = isSameHidden ? (known.named?.parts ?? []) : [];
    const named = await this.#named(site, documents.redirectParts(site, change), before, hidden);
    this.#last.set(site, { stamp, hidden: hidden.stamp, named });
    return named;
  }

  async #named(
    site: string,
    all: readonly LongPart[],
    before: readonly NamedPart[],
    hidden: RulesToReaders,
  ): Promise<NamedRules | undefined> {
    if (all.reduce((sum, { entries }) => sum + entries.length, 0) <= CATALOGUE_REDIRECTS_MAX) return undefined;
    const known = new Map(before.map((part) => [part.group[0], part]));
    const parts: NamedPart[] = [];
    for (const group of groupsOf(all)) parts.push(kept(known, group) ?? (await this.#part(site, group, hidden)));
    return { list: await this.#value(site, JSON.stringify({ parts: parts.map(({ key }) => key) })), parts };
  }

  /** The text is made again where it is wanted, so that only the document's own parts stay in memory. */
  async #part(site: string, group: readonly LongPart[], hidden: RulesToReaders): Promise<NamedPart> {
    const text = (): string => `[${group.flatMap((part) => shownOf(part, hidden)).join(",")}]`;
    return { ...(await this.#value(site, text())), text, group };
  }

  async #value(site: string, text: string): Promise<NamedValue> {
    const { digest, keyOf } = this.#from;
    return { key: keyOf(site, await digest(text)), bytes: utf8Length(text), text: () => text };
  }
}

/** The redirects of a part as JSON without brackets, but those to pages for readers. */
function shownOf({ body, entries }: LongPart, hidden: RulesToReaders): string[] {
  if (hidden.stamp === "" || !entries.some(hidden.has)) return [body.slice(1, -1)];
  return entries.flatMap((rule) => (hidden.has(rule) ? [] : [JSON.stringify(rule)]));
}

/** A part of the same parts of the document. Its digest is known. */
function kept(known: ReadonlyMap<LongPart | undefined, NamedPart>, group: readonly LongPart[]): NamedPart | undefined {
  const found = known.get(group[0]);
  return found?.group.length === group.length && group.every((part, at) => part === found.group[at])
    ? found
    : undefined;
}

/** Parts of the document in groups, so that readers fetch fewer values. A group ends where its last redirect says so. */
function groupsOf(parts: readonly LongPart[]): LongPart[][] {
  const groups: LongPart[][] = [[]];
  for (const part of parts) {
    groups.at(-1)?.push(part);
    const last = part.entries.at(-1);
    if (last && (ruleFacts(last).mark >>> 16) % PUBLIC_RULES_PART_SHARE === 0) groups.push([]);
  }
  return groups.filter((group) => group.length > 0);
}
