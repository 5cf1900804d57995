import type * as z from "zod/mini";
import { issuesFromZod } from "../../manifests/refusals/issues.ts";
import { type Issue, Refusal } from "../../manifests/refusals/refusal.ts";
import type { Command, Envelope } from "../area/command.ts";
import { type Page, type Redirects, DOCUMENT_KINDS } from "../documents/content/content.ts";
import { type AroundWrite, type DocumentCheckParts, documentIssues } from "./checking/documentChecks.ts";
import { type DocumentWrite, type StoredDocument, ONLY } from "../documents/documents.ts";
import { requireVersion } from "../documents/writeChecks.ts";
import { parseWith } from "../commands/parse.ts";
import { parsedRules } from "./redirects/edited.ts";
import { type WriteOutput, type WriteParts, commit } from "./writeCommand.ts";

/** The result of an edit: the documents to write, and the rest of the command's answer. */
export interface Edited<More> {
  readonly writes: readonly DocumentWrite[];
  readonly more: More;
  /** Maps a pointer in the first document to a pointer in the caller's input. Default: under the document's kind. */
  readonly pointer?: (inBody: string) => string;
  /** Maps a pointer in each document by its index, if the caller's input lists them. */
  readonly pointerOf?: (index: number, inBody: string) => string;
  /** An earlier version of the page whose sections are accepted, too. */
  readonly earlier?: Page | undefined;
  /** The same for each document by its index. */
  readonly earlierOf?: (index: number) => Page | undefined;
  /** True if the caller gave all values of the page. */
  readonly isWhole?: boolean | undefined;
}

export interface Edit<Input, More> {
  /** Names a program that contributed; see `Command.via`. */
  readonly via?: Command<Input, unknown>["via"];
  readonly frees?: Command<Input, unknown>["frees"];
  readonly input: z.ZodMiniType<Input>;
  /**
   * Reads the draft and computes the writes. It runs inside the writing transaction, so the draft cannot change in
   * between.
   */
  edit(site: string, input: Input): Edited<More>;
}

/** Makes a command that computes documents and writes them exactly as `documents.write` would. */
export function editCommand<Input, More extends object>(
  parts: WriteParts,
  edit: Edit<Input, More>,
): Command<Input, WriteOutput & More> {
  return {
    parse: parseWith(edit.input),
    ...(edit.via ? { via: edit.via } : {}),
    ...(edit.frees ? { frees: edit.frees } : {}),
    prepare: async (envelope, input) => () => run(parts, edit, envelope, input),
  };
}

function run<Input, More extends object>(
  parts: WriteParts,
  edit: Edit<Input, More>,
  envelope: Envelope,
  input: Input,
): WriteOutput & More {
  const edited = edit.edit(envelope.site, input);
  const checked = edited.writes.map((write, index) => {
    const { pointerOf, earlierOf } = edited;
    const listed = pointerOf && ((inBody: string) => pointerOf(index, inBody));
    const pointer = listed ?? ((index === 0 && edited.pointer) || ((inBody: string) => `/${write.kind}${inBody}`));
    const { earlier = earlierOf?.(index), isWhole, writes: beside } = edited;
    return checkedWrite(parts, envelope.site, write, pointer, { earlier, beside, isWhole });
  });
  return { ...commit(parts, envelope, checked), ...edited.more };
}

/** Checks a computed body like one that a caller sent: same schema, same rules. */
export function checkedWrite(
  parts: DocumentCheckParts,
  site: string,
  write: DocumentWrite,
  pointer: (inBody: string) => string,
  around?: AroundWrite,
): DocumentWrite {
  if (write.body === null) return write;
  const parsed = parsedBody(write);
  const issues: readonly Issue[] = parsed.success
    ? documentIssues(parts, site, { ...write, body: parsed.data }, around)
    : issuesFromZod(parsed.error, write.body);
  if (!parsed.success || issues.length > 0) {
    throw new Refusal("INVALID_REQUEST", {
      issues: issues.map((issue) => ({ ...issue, pointer: pointer(issue.pointer) })),
    });
  }
  return { ...write, body: parsed.data };
}

/** Rules that the replaced version has, too, were parsed when they came. A site may have 50,000. */
function parsedBody({ kind, body, replaces }: DocumentWrite): z.core.util.SafeParseResult<DocumentWrite["body"]> {
  if (kind !== "redirects" || !replaces) return DOCUMENT_KINDS[kind].safeParse(body);
  return parsedRules(body as Redirects, replaces as Redirects);
}

/** The page that a command edits. Throws if its version is not the expected one. */
export function pageToEdit(
  { documents }: WriteParts,
  site: string,
  { page, expected, expectedTheme }: { page: string; expected: number; expectedTheme?: number | undefined },
): StoredDocument<"page"> {
  const found = documents.get(site, "page", page);
  if (!found) throw new Refusal("NOT_FOUND", { page });
  requireVersion(found, expected);
  requireTheme({ documents }, site, expectedTheme);
  return found;
}

export function requireTheme(
  { documents }: Pick<WriteParts, "documents">,
  site: string,
  expected: number | undefined,
): void {
  if (expected !== undefined) documents.require(site, { kind: "theme", id: ONLY, expected });
}
