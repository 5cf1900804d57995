import type { ServerEvent, ServerEventBus } from "@modelcontextprotocol/server";
import type { Change } from "./change.ts";
import type { ChangeNotices, Env } from "./env.ts";
import type { PublishedSite } from "../shared/mcp/publishedSite.ts";

const EVENTS: Readonly<Record<Change, readonly ServerEvent[]>> = {
  offers: [{ kind: "tools_list_changed" }, { kind: "prompts_list_changed" }, { kind: "resources_list_changed" }],
  pages: [{ kind: "resources_list_changed" }],
};

/** Brings one site's changes to the stream of one listener, from the object that hears of them for all isolates. */
export function noticeBus({ CHANGE_NOTICES: namespace }: Env, { place: { tenant, site } }: PublishedSite): ServerEventBus {
  const object = namespace.get(namespace.idFromName(JSON.stringify([tenant, site]))) as unknown as ChangeNotices;
  return {
    publish: () => undefined,
    subscribe(listener) {
      const stop = new AbortController();
      void forward(object, tenant, site, listener, stop.signal).catch((error: unknown) => {
        console.warn(JSON.stringify({ event: "notices_lost", error: String(error) }));
      });
      return () => stop.abort();
    },
  };
}

async function forward(object: ChangeNotices, tenant: string, site: string, listener: (event: ServerEvent) => void, stop: AbortSignal): Promise<void> {
  const stream = await object.listen(tenant, site);
  const reader = stream?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return;
  stop.addEventListener("abort", () => void reader.cancel().catch(() => undefined));
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done || stop.aborted) return;
    text += value;
    const lines = text.split("\n");
    text = lines.pop() ?? "";
    lines.flatMap(eventsOf).forEach(listener);
  }
}

const eventsOf = (line: string): readonly ServerEvent[] => (line === "" ? [] : EVENTS[JSON.parse(line) as Change]);
