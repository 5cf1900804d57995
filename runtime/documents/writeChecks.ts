import { DOCUMENT_MAX_BYTES, REDIRECTS_MAX_BYTES } from "../../manifests/bounds/documents.ts";
import { utf8Length } from "../../manifests/json/utf8.ts";
import { type Issue, Refusal } from "../../manifests/refusals/refusal.ts";
import type { DocumentBody, DocumentKind } from "./content/content.ts";

interface Ref {
  readonly kind: DocumentKind;
  readonly id: string;
}

interface Write extends Ref {
  readonly body: DocumentBody<DocumentKind> | null;
}

/** The newest version of a document, which may be a deletion. */
export interface Latest {
  version: number;
  deleted: number;
  actor: string;
  at: number;
}

/** The text of a document's row, and a text with all files that its body names. */
export interface WrittenTexts {
  readonly row: string;
  readonly naming: string;
}

/** The texts of any document but redirects; see `LongBodies`. Throws TOO_LARGE above the limit. */
export function writtenTexts(write: Write): WrittenTexts {
  const text = bodyText(write);
  return { row: text, naming: text };
}

function bodyText({ kind, id, body }: Write): string {
  const text = JSON.stringify(body);
  // A UTF-16 unit has at most three bytes in UTF-8, so only long texts need an exact count.
  if (text.length * 3 > DOCUMENT_MAX_BYTES) requireRoom({ kind, id }, utf8Length(text));
  return text;
}

/** Throws TOO_LARGE if a body has more bytes than its kind may have. */
export function requireRoom({ kind, id }: Ref, bytes: number): void {
  const most = kind === "redirects" ? REDIRECTS_MAX_BYTES : DOCUMENT_MAX_BYTES;
  if (bytes > most) throw new Refusal("TOO_LARGE", { kind, id, bytes, most });
}

/** Throws if a document that was just read is not at the version that a change builds on. */
export function requireVersion(found: Ref & Omit<Latest, "deleted">, expected: number): void {
  if (found.version !== expected) throw stale(found, { ...found, deleted: 0 });
}

/** The current version, or 0 for a deleted document. */
export const versionOf = (current: Latest | undefined): number => (current && !current.deleted ? current.version : 0);

export function stale({ kind, id }: Ref, current: Latest | undefined): Refusal {
  return new Refusal("STALE_VERSION", {
    kind,
    id,
    current: versionOf(current),
    changedBy: current?.actor ?? null,
    changedAt: current?.at ?? null,
  });
}

/** Throws if one change writes a document twice, because both versions would be current. */
export function refuseTwice(writes: readonly Write[]): void {
  const seen = new Set<string>();
  for (const { kind, id } of writes) {
    const name = `${kind} ${id}`;
    if (seen.has(name))
      throw new Refusal("INVALID_REQUEST", {
        issues: [{ pointer: "", found: `${name} twice`, allowed: "each document once" }],
      });
    seen.add(name);
  }
}

export function pathTaken(path: string, pointer = "/path"): Refusal {
  const issue: Issue = { pointer, found: path, allowed: "a path that no other page has" };
  return new Refusal("CONFLICT", { conflict: "path_taken", issues: [issue] });
}

export function languageTaken(language: string | null, page: string): Refusal {
  const issue: Issue = {
    pointer: "/language",
    found: language ?? "no language",
    allowed: `a language that no other page of the group has; the page ${page} has it`,
  };
  return new Refusal("CONFLICT", { conflict: "language_taken", page, issues: [issue] });
}
