import { expect, vi } from "vitest";
import type { PresenceView } from "../../../runtime/editing/presence/presenceView.ts";
import { LIVE_PATH, PONG } from "../../../sites/platform/live/live.ts";
import { connect } from "../site/harness.ts";
import type { Editor } from "./apiClient.ts";

type Headers = Readonly<Record<string, string | null>>;

/** A browser's WebSocket handshake. `null` omits a header. */
export function handshake(
  { site, cookie }: Pick<Editor, "site" | "cookie">,
  query = "?page=home",
  more: Headers = {},
): Promise<Response> {
  const given: Headers = { upgrade: "websocket", cookie, origin: site.origin, ...more };
  const headers = Object.entries(given).filter((pair): pair is [string, string] => pair[1] !== null);
  return connect(new Request(`${site.origin}${LIVE_PATH}${query}`, { headers }));
}

/** An open socket with its received messages. */
export interface Listening {
  readonly socket: WebSocket;
  readonly heard: PresenceView[];
  /** The site's close code; undefined while it is open. */
  readonly closed: () => number | undefined;
}

export async function listen(editor: Pick<Editor, "site" | "cookie">, query?: string): Promise<Listening> {
  const answer = await handshake(editor, query);
  const { webSocket: socket } = answer;
  if (!socket) throw new Error(`no socket but ${answer.status} ${await answer.text()}`);
  const heard: PresenceView[] = [];
  let code: number | undefined;
  socket.addEventListener("message", ({ data }) => {
    if (data !== PONG) heard.push(JSON.parse(String(data)) as PresenceView);
  });
  socket.addEventListener("close", (event) => {
    code = event.code;
  });
  socket.accept();
  await vi.waitFor(() => expect(heard.length).toBeGreaterThan(0), WAIT);
  return { socket, heard, closed: () => code };
}

/** The longest wait, also on a busy machine. */
export const WAIT = { timeout: 20_000, interval: 10 };

export const closedWith = (one: Listening, code: number): Promise<void> =>
  vi.waitFor(() => expect(one.closed()).toBe(code), WAIT);

export const changesIn = ({ heard }: Listening): (readonly [id: string, version: number])[] =>
  heard.flatMap(({ changes }) => changes.map(({ id, version }) => [id, version] as const));

export const peopleIn = ({ heard }: Listening): string[] =>
  (heard.at(-1)?.people ?? []).map(({ member, section }) => `${member} ${section ?? ""}`).toSorted();
