import * as z from "zod/mini";
import { WRITES_PER_COMMAND } from "../manifests/bounds.ts";
import { issuesFromZod } from "../manifests/issues.ts";
import type { Issue } from "../manifests/refusal.ts";
import { Refusal } from "../manifests/refusal.ts";
import type { Command, Envelope } from "./command.ts";
import { actorName } from "./command.ts";
import type { DocumentKind, Page, Section } from "./content.ts";
import { documentId, eachSection, navigation, page, redirects, sectionPointer, settings, theme } from "./content.ts";
import type { DocumentWrite, Documents } from "./documents.ts";
import { ONLY } from "./documents.ts";
import type { Powers } from "./powers.ts";
import type { PluginShelf } from "./sitePlugins.ts";

const version = z.int().check(z.gte(0));
const only = z.literal(ONLY);

const write = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("page"), id: documentId, expected: version, body: z.nullable(page) }),
  z.strictObject({ kind: z.literal("navigation"), id: only, expected: version, body: navigation }),
  z.strictObject({ kind: z.literal("redirects"), id: only, expected: version, body: redirects }),
  z.strictObject({ kind: z.literal("theme"), id: only, expected: version, body: theme }),
  z.strictObject({ kind: z.literal("settings"), id: only, expected: version, body: settings }),
]);

const input = z.strictObject({ writes: z.array(write).check(z.minLength(1), z.maxLength(WRITES_PER_COMMAND)) });

export interface WriteOutput {
  /** New version of each document written, in the order of the writes. */
  readonly versions: readonly { readonly kind: DocumentKind; readonly id: string; readonly version: number }[];
}

export interface WriteParts {
  readonly powers: Powers;
  readonly documents: Documents;
  readonly plugins: PluginShelf;
}

/** Writes any documents of a site, all of them or none. A stale version of any one refuses them all. */
export function writeDocuments(parts: WriteParts): Command<{ writes: readonly DocumentWrite[] }, WriteOutput> {
  return {
    name: "documents.write",
    parse(raw) {
      const parsed = input.safeParse(raw);
      return parsed.success ? { ok: true, value: parsed.data } : { ok: false, issues: issuesFromZod(parsed.error, raw) };
    },
    async prepare(envelope, { writes }) {
      const issues = writes.flatMap((entry, index) => sectionIssues(parts, envelope, entry, `/writes/${index}/body`));
      if (issues.length > 0) throw new Refusal("INVALID_REQUEST", { issues });
      return () => commit(parts, envelope, writes);
    },
  };
}

function commit({ documents, powers }: WriteParts, envelope: Envelope, writes: readonly DocumentWrite[]): WriteOutput {
  const context = { site: envelope.site, actor: actorName(envelope.actor), at: powers.now() };
  const versions = documents.write(context, writes);
  return { versions: writes.map(({ kind, id }, index) => ({ kind, id, version: versions[index] ?? 0 })) };
}

function sectionIssues(parts: WriteParts, { site }: Envelope, entry: DocumentWrite, pointer: string): Issue[] {
  if (entry.kind !== "page" || entry.body === null) return [];
  const body = entry.body as Page;
  const { issues, unknown } = parts.plugins.forSite(site).renderer.checkPage(body);
  const kept = keptSections(parts.documents.get(site, "page", entry.id)?.body);
  const added = unknown.filter(({ section }) => !kept.has(textOf(body, section)));
  return [
    ...issues.map((issue) => ({ ...issue, pointer: pointer + issue.pointer })),
    ...added.map(({ section, type }) => ({
      pointer: `${pointer}${sectionPointer(body.sections, section) ?? "/sections"}/type`, found: type, allowed: "a section type of an active plugin",
    })),
  ];
}

/** Sections whose plugin is away stay as they are: an editor may move them, not add or change them unchecked. */
function keptSections(before: Page | undefined): Set<string> {
  return new Set([...eachSection(before?.sections ?? [])].map(({ section }) => JSON.stringify(section)));
}

function textOf(body: Page, id: string): string {
  const found: Section | undefined = [...eachSection(body.sections)].find(({ section }) => section.id === id)?.section;
  return JSON.stringify(found);
}
