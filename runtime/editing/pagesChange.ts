/** Changes many pages in one command, and takes that back: all or none. */
import type * as z from "zod/mini";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { Command } from "../area/command.ts";
import type { Page, Redirects } from "../documents/content/content.ts";
import { LATEST_CHANGE } from "../documents/content/forever.ts";
import { type DocumentWrite, ONLY } from "../documents/documents.ts";
import { pathTaken, requireVersion } from "../documents/writeChecks.ts";
import { bulkOperations } from "./bulk/changes.ts";
import { PageBytes } from "./bulk/pageBytes.ts";
import { changePages, type PagesBack, type PagesChange, takeBackPages } from "./bulk/inputs.ts";
import { pageBack } from "./bulk/takingBack.ts";
import { type Edited, editCommand } from "./edit.ts";
import { redirectsAfterMoves } from "./operations/pageMoved.ts";
import { takenBack, wayBack } from "./operations/redirectsBack.ts";
import type { PageParts } from "./pageCommands.ts";
import { editedPage, refused } from "./pageEdit.ts";
import type { WriteOutput } from "./writeCommand.ts";

/** A page of a change: its path before, and after; null after a deletion. */
interface ChangedPage {
  readonly page: string;
  readonly title: string;
  readonly from: string;
  readonly path: string | null;
  /** The version before the change. */
  readonly version: number;
}

interface Changed {
  readonly pages: readonly ChangedPage[];
  /** The version of the redirects before the change, if it changed them. */
  readonly redirects: number | null;
}

interface Written {
  readonly write: DocumentWrite;
  readonly changed: ChangedPage;
  /** The index in the caller's list. */
  readonly index: number;
}

export function pagesChange(parts: PageParts): Command<z.infer<typeof changePages>, WriteOutput & Changed> {
  return editCommand(parts, {
    input: changePages,
    frees: ({ change }) => change.do === "delete",
    edit(site, { pages, change }) {
      requireOnce(pages);
      const bytes = new PageBytes();
      const done = pages.flatMap((seen, index) => changed(parts, site, change, { ...seen, index, bytes }) ?? []);
      if (done.length === 0) throw new Refusal("CONFLICT", { conflict: "pages_unchanged" });
      requireFree(parts, site, done);
      const redirects = change.do === "move" && change.redirect === true ? redirectsFor(parts, site, done) : undefined;
      return {
        writes: [...done.map(({ write }) => write), ...(redirects ? [redirects] : [])],
        more: { pages: done.map((one) => one.changed), redirects: redirects?.expected ?? null },
        pointerOf: (at, inBody) => `/pages/${done[at]?.index ?? 0}${inBody}`,
      };
    },
  });
}

function requireOnce(pages: readonly { readonly page: string }[]): void {
  const seen = new Set<string>();
  for (const [index, { page }] of pages.entries()) {
    if (seen.has(page)) throw refused(`/pages/${index}/page`, page, "each page once");
    seen.add(page);
  }
}

type Seen = z.infer<typeof changePages>["pages"][number];

/**
 * The write of one page. Undefined if it is like this already. A deletion needs the version that the member saw; other
 * changes go with what others have changed since.
 */
function changed(
  parts: PageParts,
  site: string,
  change: PagesChange,
  { page: id, expected, index, bytes }: Seen & { readonly index: number; readonly bytes: PageBytes },
): Written | undefined {
  const page = parts.documents.get(site, "page", id);
  if (!page) throw new Refusal("NOT_FOUND", { page: id });
  bytes.add(page.body);
  const of = { page: id, title: page.body.title, from: page.body.path, version: page.version };
  if (change.do === "delete") {
    requireVersion(page, expected);
    return { write: { kind: "page", id, expected, body: null }, changed: { ...of, path: null }, index };
  }
  const operations = bulkOperations(page.body, change);
  if (operations.length === 0) return undefined;
  const [write] = editedPage(parts, site, { page: id, expected, operations: [...operations] as never }).writes;
  if (!write) return undefined;
  bytes.add(write.body as Page);
  return { write, changed: { ...of, path: (write.body as Page).path }, index };
}

/** Names the page whose new path another one has. A page of the change may leave its path to another. */
function requireFree({ documents }: PageParts, site: string, done: readonly Written[]): void {
  const leaving = new Set(done.filter(({ changed: { from, path } }) => from !== path).map(({ write }) => write.id));
  const paths = new Set<string>();
  for (const {
    changed: { from, path },
    index,
  } of done) {
    if (path === null || path === from) continue;
    const other = documents.pageAtPath(site, path, documents.change(site));
    if (paths.has(path) || (other !== undefined && !leaving.has(other.id)))
      throw pathTaken(path, `/pages/${index}/path`);
    paths.add(path);
  }
}

function redirectsFor({ documents }: PageParts, site: string, done: readonly Written[]): DocumentWrite | undefined {
  const { version, body } = documents.only(site, "redirects");
  const moves = done.map(({ changed: { from, path } }) => ({ from, to: path ?? from }));
  const after = redirectsAfterMoves(body, moves);
  return wayBack(body, after) && { kind: "redirects", id: ONLY, expected: version, body: after, replaces: body };
}

/** Takes a change of many pages back, upon what others have changed since. */
export function pagesBack(parts: PageParts): Command<PagesBack, WriteOutput & Pick<Changed, "pages">> {
  return editCommand(parts, {
    input: takeBackPages,
    edit(site, { pages, redirects }): Edited<Pick<Changed, "pages">> {
      requireOnce(pages);
      // A change within the bound can be taken back: what it read and wrote is read, and then written and read, again.
      const bytes = { asked: new PageBytes(), written: new PageBytes() };
      const done = pages.map((one, index) => wentBack(parts, site, { ...one, index, bytes }));
      requireFree(parts, site, done);
      const beside = redirects ? [redirectsBack(parts, site, redirects)] : [];
      return {
        writes: [...done.map(({ write }) => write), ...beside],
        more: { pages: done.map((one) => one.changed) },
        earlierOf: (at) => done[at]?.write.body as Page | undefined,
        pointerOf: (at, inBody) => `/pages/${at}${inBody}`,
      };
    },
  });
}

type Span = PagesBack["pages"][number];

interface GoingBack extends Span {
  readonly index: number;
  /** The pages before and after the change, and those of now and after going back. */
  readonly bytes: { readonly asked: PageBytes; readonly written: PageBytes };
}

function wentBack({ documents, history }: PageParts, site: string, span: GoingBack): Written {
  const { page: id, expected, version, index, bytes } = span;
  const before = history.revision(site, id, version)?.body;
  if (!before) throw new Refusal("NOT_FOUND", { page: id, version });
  bytes.asked.add(before);
  if (expected === 0) {
    documents.require(site, { kind: "page", id, expected });
    const body = documents.shared.shown(site, before, LATEST_CHANGE);
    bytes.written.add(body);
    const write: DocumentWrite = { kind: "page", id, expected, body };
    return { write, changed: { page: id, title: body.title, from: "", path: body.path, version: expected }, index };
  }
  const now = documents.get(site, "page", id);
  const after = history.revision(site, id, expected)?.body;
  if (!now || !after) throw new Refusal("STALE_VERSION", { kind: "page", id, current: now?.version ?? 0 });
  bytes.asked.add(after);
  const { body, conflicts } = pageBack(now.body, before, after);
  bytes.written.add(now.body, body);
  if (conflicts.length > 0)
    throw new Refusal("STALE_VERSION", {
      kind: "page",
      id,
      current: now.version,
      changedBy: now.actor,
      changedAt: now.at,
    });
  const write: DocumentWrite = { kind: "page", id, expected: now.version, body, replaces: now.body };
  return {
    write,
    changed: { page: id, title: body.title, from: now.body.path, path: body.path, version: now.version },
    index,
  };
}

function redirectsBack({ documents, history }: PageParts, site: string, span: Omit<Span, "page">): DocumentWrite {
  const [before, after] = [span.version, span.expected].map(
    (version) => history.stored(site, { kind: "redirects", id: ONLY }, version)?.body as Redirects | undefined,
  );
  const { version: expected, body: now } = documents.only(site, "redirects");
  if (!before || !after) throw new Refusal("STALE_VERSION", { kind: "redirects", current: expected });
  const way = wayBack(before, after) ?? { remove: [], put: [] };
  const { body, conflicts } = takenBack(now, way, "/redirects");
  if (conflicts.length > 0) throw new Refusal("STALE_VERSION", { kind: "redirects", current: expected });
  return { kind: "redirects", id: ONLY, expected, body, replaces: now };
}
