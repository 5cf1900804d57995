/** Reads everything that the canvas needs to start. */
import { signal } from "@preact/signals";
import type { Client } from "../../api/client.ts";
import type { RequestFailure } from "../../../requests/requestFailure.ts";
import { accepted, refused, type Result } from "../../../../manifests/result.ts";
import type { CatalogueView, PagesView, PageView, SiteAnswer } from "../../api/views.ts";
import { SectionPreviews } from "../pictures/looks.ts";
import { Editor } from "../page/editor.ts";
import { AheadNotice } from "../studio/ahead.ts";
import { PAGES_LISTED } from "../studio/pages.ts";
import { type AreaLink, type Studio, studioState } from "../studio/studio.ts";

export async function openStudio(
  anybody: Client,
  id: string,
  areas: readonly AreaLink[],
): Promise<Result<Studio, RequestFailure>> {
  const [site, catalogue, page, pages] = await Promise.all([
    anybody.read<SiteAnswer>("/api/site"),
    anybody.read<CatalogueView>("/api/catalogue", { query: { language: document.documentElement.lang } }),
    anybody.read<PageView>(`/api/pages/${encodeURIComponent(id)}`),
    anybody.read<PagesView>("/api/pages", { query: { limit: PAGES_LISTED } }),
  ]);
  if (!site.ok) return refused(site.error);
  if (!catalogue.ok) return refused(catalogue.error);
  if (!page.ok) return refused(page.error);
  const client = anybody.as(site.value.body.member.id);
  const editor = new Editor(
    { site: site.value.body, catalogue: catalogue.value.body, page: page.value.body },
    {
      client,
      newKey: () => crypto.randomUUID(),
      now: () => Date.now(),
      later: (run, ms) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
    },
  );
  return accepted({
    editor,
    client,
    looks: new SectionPreviews(client, editor),
    ahead: new AheadNotice(client, editor),
    areas,
    pages: signal(pages.ok ? pages.value.body.items : []),
    hasMorePages: !pages.ok || pages.value.body.next !== null,
    mayPublish: site.value.body.member.permissions.includes("content.publish"),
    ...studioState(),
  });
}
