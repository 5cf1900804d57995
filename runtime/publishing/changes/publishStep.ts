import { PUBLISH_READ_PAGES, PUBLISH_STEP_BYTES, PUBLISH_STEP_PAGES } from "../../../manifests/bounds/publishing.ts";
import { PAGE_HTML_MAX_BYTES } from "../../../manifests/bounds/templates.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { utf8Length } from "../../../manifests/json/utf8.ts";
import type { GatheredPage } from "../../snapshots/gathering.ts";
import type { DataRow } from "../../snapshots/store.ts";
import type { StoredDocument } from "../../documents/documents.ts";
import type { PublishNotice } from "../../plugins/calls/notices.ts";
import { keptPath } from "../../documents/content/audience.ts";
import { regionSections } from "../../documents/content/placing.ts";
import { tagOf } from "../../documents/content/languages.ts";
import type { ShownBefore } from "./earlierHtml.ts";
import type { ChangedSection } from "../../rendering/view.ts";
import { heldIn } from "../../rendering/pageCheck.ts";
import { documentDependency, type Pinned, pluginDependency, pluginsUsed } from "../../snapshots/pinned.ts";

type PageDocument = StoredDocument<"page">;

/** A rendered page without the digest of its HTML. */
export interface Undigested {
  readonly id: string;
  /** The path under which the release keeps the page. */
  readonly path: string;
  readonly html: string;
  readonly bytes: number;
  readonly frames: string;
  readonly dependencies: ReadonlySet<string>;
  /** The data that plugins computed for the page's sections. */
  readonly rows: readonly DataRow[];
}

/** Groups documents. A step reads one group at a time, and gets the data for the whole group together. */
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

/** The pages that one step of a publication renders. */
export class PublishStep {
  readonly pages: Undigested[] = [];
  readonly #pinned: Pinned;
  readonly #shownBefore: ShownBefore;
  readonly #held = new Map<string, PublishNotice>();
  #seen = 0;
  #bytes = 0;

  constructor(pinned: Pinned, shownBefore: ShownBefore) {
    this.#pinned = pinned;
    this.#shownBefore = shownBefore;
  }

  /** A notice for each plugin with sections that visitors do not see as written. */
  get notices(): readonly PublishNotice[] {
    return [...this.#held.values()];
  }

  /** True if no further page fits into the step. */
  get full(): boolean {
    return this.#seen >= PUBLISH_STEP_PAGES || this.#bytes >= PUBLISH_STEP_BYTES;
  }

  /** Renders a page. False if it does not fit into the step. */
  render(document: PageDocument, gathered: GatheredPage): boolean {
    if (this.full) return false;
    this.#seen += 1;
    const page = renderPage(this.#pinned, document, gathered, this.#shownBefore);
    this.#hold(document);
    this.#bytes += page.bytes;
    this.pages.push(page);
    return true;
  }

  /**
   * Adds notices for sections that do not fit their type. Such a section keeps its previous HTML, because a plugin's
   * update must not stop publications.
   */
  #hold({ body }: PageDocument): void {
    const { plugins, view } = this.#pinned;
    const page = this.#pinned.placed(body);
    const sections = [...page.sections, ...regionSections(view, tagOf(body, view.settings))];
    const held = heldIn(plugins.renderer.checkPage({ ...page, sections }));
    for (const [plugin, [first]] of Map.groupBy(held, ({ type }) => type.slice(0, type.indexOf("/")))) {
      const { detail, pages } = this.#held.get(plugin) ?? { detail: detailOf(body.path, first), pages: 0 };
      this.#held.set(plugin, { plugin, code: "content_held", detail, pages: pages + 1 });
    }
  }
}

const detailOf = (path: string, held: ChangedSection | undefined): string =>
  (held?.issues ?? [])
    .slice(0, 1)
    .map(({ pointer, found, allowed }) => `${path} #${held?.section} ${pointer}: found ${found}; allowed: ${allowed}`)
    .join("");

function renderPage(
  pinned: Pinned,
  { id, version, body, ...rest }: PageDocument,
  { data, rows, dependencies: read }: GatheredPage,
  shownBefore: ShownBefore,
): Undigested {
  const { view, dependencies } = pinned.recording(body);
  const document: PageDocument = { ...rest, id, version, body };
  const { html, frames, directivePlugins } = pinned.plugins.renderer.page({
    id,
    version,
    page: body,
    site: view,
    mode: "published",
    data,
    shownBefore: shownBefore(document),
  });
  const bytes = utf8Length(html);
  if (bytes > PAGE_HTML_MAX_BYTES) throw new Refusal("TOO_LARGE", { page: id, bytes, most: PAGE_HTML_MAX_BYTES });
  const whole = pinned.placed(body);
  const { renderer } = pinned.plugins;
  for (const plugin of [...pluginsUsed(whole), ...renderer.formPlugins(whole), ...directivePlugins])
    dependencies.add(pluginDependency(plugin));
  for (const dependency of read) dependencies.add(dependency);
  if (body.translationOf !== undefined && pinned.isSharing(body))
    dependencies.add(documentDependency({ kind: "page", id: body.translationOf }));
  return { id, path: keptPath(body), html, bytes, frames: frames.join(" "), dependencies, rows };
}
