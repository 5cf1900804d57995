/** The site's pages. A large site has more than a list shows. */
import type { Client } from "../../api/client.ts";
import type { PageRow, PagesView } from "../../api/views.ts";

/** The most pages in the bar's list. The palette finds the others. */
export const PAGES_LISTED = 200;

/** The page at a path; undefined if there is none, or the site cannot be asked. */
export async function pageAt(client: Pick<Client, "read">, path: string): Promise<PageRow | undefined> {
  const found = await client.read<PagesView>("/api/pages", { query: { path } });
  return found.ok ? found.value.body.items[0] : undefined;
}
