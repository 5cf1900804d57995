import { DRAFT_SEARCH_PAGES_READ } from "../../manifests/bounds/agents.ts";
import { eachSection } from "../documents/content/sectionWalk.ts";
import type { DraftPage, History } from "../documents/history.ts";
import type { PluginShelf } from "../plugins/states/shelf.ts";
import { readersText } from "../plugins/states/readersText.ts";
import type { Sites } from "../tenancy/sites.ts";
import { pluginOfType } from "./box.ts";
import type { Submissions } from "./submissions.ts";

/** A form of the draft without submissions. One whose answers a plugin keeps never has any. */
export interface WaitingForm {
  readonly form: string;
  readonly title: string;
  readonly page: { readonly id: string; readonly path: string; readonly title: string };
}

export interface WaitingParts {
  readonly sites: Sites;
  readonly history: History;
  readonly plugins: PluginShelf;
  readonly submissions: Submissions;
}

/**
 * Lists forms without submissions on the first DRAFT_SEARCH_PAGES_READ pages by path. Beyond these, members find a form
 * on its page.
 */
export function waitingForms(
  { sites, history, plugins, submissions }: WaitingParts,
  site: string,
  language?: string,
): WaitingForm[] {
  sites.get(site);
  const say = readersText(plugins.installed(site), language);
  const { renderer } = plugins.forSite(site);
  const used = new Set(submissions.totals(site).map(({ form }) => form));
  const onPage = ({ id, path, body }: DraftPage): WaitingForm[] =>
    [...eachSection(body.sections)].flatMap(({ section }) => {
      // Only the title is used, as the manifest has it.
      const place = renderer.placement(id, body, section.id, { language: "en" });
      if (!place?.model.isStored || used.has(place.id)) return [];
      return [
        {
          form: place.id,
          title: say(pluginOfType(place.model.type), place.model.title),
          page: { id, path, title: body.title },
        },
      ];
    });
  // Visitors send the forms of such an entry from the pages that show it.
  const placed = new Set([...renderer.placing.values()].map(({ of }) => of));
  const pages = history.bodies(site, "", DRAFT_SEARCH_PAGES_READ);
  return pages.filter(({ body: { type = "" } }) => !placed.has(type)).flatMap(onPage);
}
