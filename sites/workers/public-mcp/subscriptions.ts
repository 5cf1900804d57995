import type { ServerEvent } from "@modelcontextprotocol/server";
import * as z from "zod/mini";
import { visibleJson } from "../../../manifests/visible.ts";
import { operationOf } from "../../../manifests/agents/operation.ts";
import { addressIn, valueIn } from "../../../runtime/rendering/agents/address.ts";
import type { PublishedSite } from "../../mcp/publishedSite.ts";
import type { PublicReads } from "../../mcp/stored.ts";
import type { ChangeNotice, ContentChange } from "./change.ts";
import { publicationAt } from "./sites.ts";

const LISTS: Readonly<Record<ContentChange, readonly ServerEvent[]>> = {
  offers: [{ kind: "tools_list_changed" }, { kind: "prompts_list_changed" }, { kind: "resources_list_changed" }],
  pages: [{ kind: "resources_list_changed" }],
};

const listenShape = z.object({
  params: z.object({ notifications: z.object({ resourceSubscriptions: z.array(z.string()) }) }),
});

/** The addresses of resources that a message subscribes to. */
export function subscribedIn(message: unknown): readonly string[] {
  const parsed = listenShape.safeParse(message);
  return parsed.success ? [...new Set(parsed.data.params.notifications.resourceSubscriptions)] : [];
}

/** The resources that one client listens to, and the publication whose content it has seen. */
export class Subscriptions {
  readonly #store: PublicReads;
  readonly #uris: readonly string[];
  #seen: PublishedSite;

  constructor(store: PublicReads, site: PublishedSite, uris: readonly string[]) {
    this.#store = store;
    this.#seen = site;
    this.#uris = uris;
  }

  /** The events for a change: the lists that differ, and the subscribed resources that may differ. */
  async readEvents(notice: ChangeNotice): Promise<readonly ServerEvent[]> {
    const updated = this.#uris.length === 0 ? [] : await this.#updated(notice);
    return [
      ...notice.changes.flatMap((change) => LISTS[change]),
      ...updated.map((uri): ServerEvent => ({ kind: "resource_updated", uri })),
    ];
  }

  /** A page is compared by its text. Everything else counts as changed, because it depends on the whole site. */
  async #updated({ pointer }: ChangeNotice): Promise<readonly string[]> {
    const before = this.#seen;
    try {
      const now = pointer && (await publicationAt(this.#store, before.place, pointer, before));
      if (!now) return this.#uris;
      this.#seen = now;
      const [was, is] = await Promise.all([readTexts(before), readTexts(now)]);
      return this.#uris.filter((uri) => {
        const path = pageIn(before, uri) ?? pageIn(now, uri);
        return path === undefined || was.get(path) !== is.get(path);
      });
    } catch (error) {
      // A notice too many costs a read; a missing one leaves the client with old content.
      console.warn(visibleJson({ event: "notices_not_compared", error: String(error) }));
      return this.#uris;
    }
  }
}

/** The key of each page's text, by path. */
const readTexts = async (site: PublishedSite): Promise<ReadonlyMap<string, string>> =>
  new Map((await site.pages()).all.map(({ path, key }) => [path, key]));

/** The path of the page that a resource's address names. Undefined for another resource. */
function pageIn({ hostname, catalogue }: PublishedSite, uri: string): string | undefined {
  const address = addressIn(hostname, uri);
  if (address === undefined) return undefined;
  for (const resource of catalogue.resources) {
    const value = valueIn(resource, address);
    if (value === undefined) continue;
    return "query" in resource.answer && operationOf(resource.answer.query) === "read"
      ? (value ?? undefined)
      : undefined;
  }
  return undefined;
}
