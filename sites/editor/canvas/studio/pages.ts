/** The pages of the site, of which a large one has more than a list can show. */
import type { ApiAnswer } from "../../api/answer.ts";
import type { Client } from "../../api/client.ts";
import type { PageRow, PagesView } from "../../api/views.ts";

/** Pages in the list of the bar; the others are searched. */
export const PAGES_LISTED = 200;
/** Pages of one answer to a search. */
const FOUND = 30;

export const searchSitePages = (client: Client, text: string, cursor?: string): Promise<ApiAnswer<PagesView>> =>
  client.read<PagesView>("/api/pages", {
    query: { text: text.trim() || undefined, order: "title", limit: FOUND, cursor },
  });

/** The page at a path, wherever it is in the list; undefined if there is none, or nobody can say. */
export async function pageAt(client: Pick<Client, "read">, path: string): Promise<PageRow | undefined> {
  const found = await client.read<PagesView>("/api/pages", { query: { path } });
  return found.ok ? found.value.body.items[0] : undefined;
}
