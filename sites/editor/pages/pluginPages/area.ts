import { MEMBER_PAGE_COUNT_MAX } from "../../../../manifests/bounds/plugins.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { reader } from "../../../words/reader.ts";
import { WORDS } from "../../../words/words.ts";
import { withQuery } from "../desk/address.ts";
import { type EditorArea, findCommandRoute, findReading, START } from "../desk/area.ts";
import { oneWay } from "../library/untrustedText.ts";

/**
 * The pages that plugins add. Every member may open the area; each page names the permission that it needs. The change
 * of an own login is one that every role may make, so it stands for the forms.
 */
export const PLUGIN_PAGES_AREA: EditorArea = {
  get title() {
    return WORDS.pluginPages.title;
  },
  group: "write",
  path: `${START}/plugin-pages`,
  reads: findReading("/api/plugin-pages"),
  writes: findCommandRoute("login.stop"),
  async links({ workspace, member }) {
    const wanted = { role: member.role, language: reader().language, onlyWaiting: true };
    const { items } = expectValue(await workspace.read("plugin.pages", member.site, wanted));
    return items.map(({ page, title, waiting }) => ({
      path: pluginPageAt(page),
      title: oneWay(title),
      waiting: waiting === null || waiting === 0 ? null : countText(waiting),
    }));
  },
};

/** The number of entries in a list. Counting stops at a bound. */
export const countText = (total: number): string =>
  total < MEMBER_PAGE_COUNT_MAX ? String(total) : `${MEMBER_PAGE_COUNT_MAX}+`;

/** The place within a plugin's page. */
interface PagePlace {
  readonly list?: string | undefined;
  readonly after?: string | undefined;
  readonly entry?: string | undefined;
  /** The id of a search, whose text is in a cookie. */
  readonly search?: string | null | undefined;
  readonly done?: string | undefined;
}

export const pluginPageAt = (page: string, place: PagePlace = {}): string =>
  withQuery(`${PLUGIN_PAGES_AREA.path}/${page}`, { ...place });
