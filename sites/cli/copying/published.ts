/** Reads from the API of a site which pages and redirects it has published. */
import { LIST_MAX_ROWS } from "../../../manifests/bounds/api.ts";
import type { Redirects } from "../../../runtime/documents/content/content.ts";
import type { ContextView } from "../../../runtime/editing/views.ts";
import { Trouble } from "../command/command.ts";
import type { SiteSession } from "../site/session.ts";

export interface PublishedContent {
  readonly release: number;
  /** Paths of pages. A list of all, also of those to which no link leads. */
  readonly paths: readonly string[];
  readonly redirects: Redirects;
  /** The files that lead on from paths of earlier sites. */
  readonly files: readonly FormerFile[];
}

interface FormerFile {
  readonly path: string;
  readonly formerPaths: readonly string[];
}

interface Listed {
  readonly items: readonly { readonly id: string; readonly path: string; readonly state: string }[];
  readonly next: string | null;
}

interface Changes {
  readonly pages: readonly {
    readonly id: string;
    readonly change: string;
    readonly path: string;
    readonly published: number;
  }[];
  readonly documents: readonly { readonly kind: string; readonly published: number }[];
}

interface Revision<T> {
  readonly body: T;
}

export const currentRelease = async (session: SiteSession): Promise<number> =>
  (await session.get<ContextView>("/api/site")).release;

export async function readPublishedContent(session: SiteSession): Promise<PublishedContent> {
  const release = await currentRelease(session);
  if (release === 0) throw new Trouble("The site has published nothing. Publish it first.");
  const changes = await session.get<Changes>("/api/changes");
  return {
    release,
    paths: await listPublishedPaths(session, changes),
    redirects: await readPublishedRedirects(session, changes),
    files: await listFormerFiles(session),
  };
}

/** The draft has the path of a page that it has not changed. Of the others the published version has it. */
async function listPublishedPaths(session: SiteSession, { pages }: Changes): Promise<string[]> {
  const changed = new Set(pages.map(({ id }) => id));
  const paths: string[] = [];
  for (let next: string | null = ""; next !== null;) {
    const query = new URLSearchParams({ limit: String(LIST_MAX_ROWS), ...(next === "" ? {} : { cursor: next }) });
    const portion: Listed = await session.get<Listed>(`/api/pages?${query}`);
    paths.push(...portion.items.flatMap(({ id, path }) => (changed.has(id) ? [] : [path])));
    next = portion.next;
  }
  for (const { id, published, change, path } of pages) {
    if (change === "removed") paths.push(path);
    if (change !== "changed") continue;
    const { body } = await session.get<Revision<{ path: string }>>(`/api/pages/${id}/revisions/${published}`);
    paths.push(body.path);
  }
  return paths;
}

async function listFormerFiles(session: SiteSession): Promise<FormerFile[]> {
  const files: FormerFile[] = [];
  for (let next: number | null = 0; next !== null;) {
    const cursor = next === 0 ? "" : `&cursor=${next}`;
    const portion: { readonly items: readonly FormerFile[]; readonly next: number | null } = await session.get(
      `/api/media?limit=${LIST_MAX_ROWS}${cursor}`,
    );
    files.push(...portion.items.filter(({ formerPaths = [] }) => formerPaths.length > 0));
    next = portion.next;
  }
  return files;
}

async function readPublishedRedirects(session: SiteSession, { documents }: Changes): Promise<Redirects> {
  const changed = documents.find(({ kind }) => kind === "redirects");
  if (changed?.published === 0) return { entries: [] };
  const path = changed ? `/api/redirects/revisions/${changed.published}` : "/api/redirects";
  return (await session.get<Revision<Redirects>>(path)).body;
}
