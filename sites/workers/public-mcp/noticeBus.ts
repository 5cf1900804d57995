import { visibleJson } from "../../../manifests/visible.ts";
import type { ServerEvent, ServerEventBus } from "@modelcontextprotocol/server";
import { clientKey } from "../../../runtime/tenancy/clientKey.ts";
import type { ChangeNotice } from "./change.ts";
import type { ChangeNotices, Env } from "./env.ts";
import type { Subscriptions } from "./subscriptions.ts";
import type { PublishedSite } from "../../mcp/publishedSite.ts";

export const isListening = (message: unknown): boolean =>
  typeof message === "object" && message !== null && "method" in message && message.method === "subscriptions/listen";

/** Streams the changes of one site to one client. Undefined if there is no place for another listener. */
export async function noticesFor(
  { CHANGE_NOTICES: namespace }: Env,
  { place: { tenant, site } }: PublishedSite,
  { headers }: Request,
): Promise<ReadableStream<Uint8Array> | undefined> {
  const object = namespace.get(namespace.idFromName(JSON.stringify([tenant, site]))) as unknown as ChangeNotices;
  return object.listen(tenant, site, clientKey(headers));
}

export interface NoticeBus extends ServerEventBus {
  /** Ends `notices` if no client listens. */
  release(): void;
}

/** Passes changes to the one listener of a request. `ended` is called when no more changes will come. */
export function noticeBus(
  notices: ReadableStream<Uint8Array>,
  subscriptions: Pick<Subscriptions, "readEvents">,
  ended: () => void,
): NoticeBus {
  const reader = notices.pipeThrough(new TextDecoderStream()).getReader();
  let isHeard = false;
  const stop = (): void => void reader.cancel().catch(() => undefined);
  return {
    publish: () => undefined,
    subscribe(listener) {
      isHeard = true;
      void forward(reader, subscriptions, listener)
        .catch((error: unknown) => {
          console.warn(visibleJson({ event: "notices_lost", error: String(error) }));
        })
        .finally(ended);
      return stop;
    },
    release: () => (isHeard ? undefined : stop()),
  };
}

async function forward(
  reader: ReadableStreamDefaultReader<string>,
  subscriptions: Pick<Subscriptions, "readEvents">,
  listener: (event: ServerEvent) => void,
): Promise<void> {
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    const lines = text.split("\n");
    text = lines.pop() ?? "";
    for (const line of lines.filter((one) => one !== ""))
      (await subscriptions.readEvents(JSON.parse(line) as ChangeNotice)).forEach(listener);
  }
}
