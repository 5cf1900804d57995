import {
  ISSUES_LISTED,
  PUBLISH_READ_PAGES,
  PUBLISH_STEP_BYTES,
  PUBLISH_STEP_PAGES,
} from "../../manifests/bounds/publishing.ts";
import { PAGE_HTML_MAX_BYTES } from "../../manifests/bounds/templates.ts";
import type { Issue } from "../../manifests/refusals/refusal.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import { utf8Length } from "../../manifests/json/utf8.ts";
import type { GatheredPage } from "../snapshots/gathering.ts";
import type { DataRow } from "../snapshots/store.ts";
import type { StoredDocument } from "../documents/documents.ts";
import type { Pinned } from "../snapshots/pinned.ts";
import { pluginDependency, pluginsUsed } from "../snapshots/pinned.ts";

type PageDocument = StoredDocument<"page">;

/** A page rendered, before its HTML has been given its digest. */
export interface Undigested {
  readonly id: string;
  readonly path: string;
  readonly html: string;
  readonly bytes: number;
  readonly frames: string;
  readonly dependencies: ReadonlySet<string>;
  /** The data that plugins computed for the page's sections. */
  readonly rows: readonly DataRow[];
}

/** Groups documents into lots. The step reads a lot at once, and asks for its data together. */
export function* lotsOf(documents: Iterable<PageDocument>): Generator<PageDocument[]> {
  let lot: PageDocument[] = [];
  for (const document of documents) {
    lot.push(document);
    if (lot.length < PUBLISH_READ_PAGES) continue;
    yield lot;
    lot = [];
  }
  if (lot.length > 0) yield lot;
}

/** The pages one step of a publication renders. */
export class PublishStep {
  readonly pages: Undigested[] = [];
  readonly #pinned: Pinned;
  readonly #issues: Issue[] = [];
  #seen = 0;
  #bytes = 0;

  constructor(pinned: Pinned) {
    this.#pinned = pinned;
  }

  /** True if the step has no room for another page. */
  get full(): boolean {
    return this.#seen >= PUBLISH_STEP_PAGES || this.#bytes >= PUBLISH_STEP_BYTES;
  }

  /**
   * Lists the documents of a lot to render: all of them, or none once any document has a problem. The step still reads
   * the rest, to list every problem.
   */
  soundOf(lot: readonly PageDocument[]): readonly PageDocument[] {
    this.#issues.push(...lot.flatMap((document) => pageIssues(this.#pinned, document)));
    if (this.#issues.length === 0) return lot;
    this.#seen += lot.length;
    return [];
  }

  /** Renders a page; false if the step has no room for it. */
  render(document: PageDocument, gathered: GatheredPage): boolean {
    if (this.full) return false;
    this.#seen += 1;
    const page = renderPage(this.#pinned, document, gathered);
    this.#bytes += page.bytes;
    this.pages.push(page);
    return true;
  }

  refuseIfUnsound(): void {
    const issues = this.#issues;
    if (issues.length > 0)
      throw new Refusal("INVALID_REQUEST", { issues: issues.slice(0, ISSUES_LISTED), total: issues.length });
  }
}

function renderPage(
  pinned: Pinned,
  { id, version, body }: PageDocument,
  { data, rows, dependencies: read }: GatheredPage,
): Undigested {
  const { view, dependencies } = pinned.recording();
  const { html, frames } = pinned.plugins.renderer.page({
    id,
    version,
    page: body,
    site: view,
    mode: "published",
    data,
  });
  const bytes = utf8Length(html);
  if (bytes > PAGE_HTML_MAX_BYTES) throw new Refusal("TOO_LARGE", { page: id, bytes, most: PAGE_HTML_MAX_BYTES });
  for (const plugin of [...pluginsUsed(body), ...pinned.plugins.renderer.formPlugins(body)])
    dependencies.add(pluginDependency(plugin));
  for (const dependency of read) dependencies.add(dependency);
  return { id, path: body.path, html, bytes, frames: frames.join(" "), dependencies, rows };
}

function pageIssues(pinned: Pinned, document: PageDocument): Issue[] {
  const { issues } = pinned.plugins.renderer.checkPage(document.body);
  return issues.map((issue) => ({ ...issue, pointer: `/pages/${document.id}${issue.pointer}` }));
}
