/** The site's pages. A large site has more than a list shows. */
import type { ApiAnswer } from "../../../requests/answer.ts";
import type { Client } from "../../api/client.ts";
import type { PageRow, PagesView } from "../../api/views.ts";

/** The most pages in the bar's list; the search finds the others. */
export const PAGES_LISTED = 200;
/** The pages in one answer to a search. */
const FOUND = 30;

export const searchSitePages = (client: Client, text: string, cursor?: string): Promise<ApiAnswer<PagesView>> =>
  client.read<PagesView>("/api/pages", {
    query: { text: text.trim() || undefined, order: "title", limit: FOUND, cursor },
  });

/** The page at a path; undefined if there is none, or the site cannot be asked. */
export async function pageAt(client: Pick<Client, "read">, path: string): Promise<PageRow | undefined> {
  const found = await client.read<PagesView>("/api/pages", { query: { path } });
  return found.ok ? found.value.body.items[0] : undefined;
}
