/**
 * Reports this member's place, and receives other members' places and changes. It uses a WebSocket where possible, and
 * otherwise polls every ten seconds.
 */
import { effect } from "@preact/signals";
import { LIVE_PATH } from "../../../shared/live.ts";
import type { SiteAnswer } from "../../api/views.ts";
import type { Studio } from "../studio/studio.ts";
import type { SocketEvents, Socket } from "./line.ts";
import { LiveLine } from "./line.ts";
import type { NewsAnswer } from "./news.ts";
import { News, SOME_LATER } from "./news.ts";

const EVERY_MS = 10_000;
/** The poll interval while the socket works. The poll keeps the login in use and catches what the socket missed. */
const BESIDE_MS = 5 * 60_000;
/** The pause before a new place is sent, so that moving through sections does not send each one. */
const MOVED_MS = 1_000;

type PresenceQuery = Readonly<Record<string, string>>;

const placeOf = ({ editor }: Studio, { change }: News): PresenceQuery => {
  const section = editor.selected.peek();
  return { page: editor.id, since: String(change), ...(section !== null && { section }) };
};

function connect(studio: Studio, news: News, { message, closed }: SocketEvents): Socket {
  const query = new URLSearchParams({ ...placeOf(studio, news), member: studio.editor.site.member.id });
  // Some browsers accept only absolute WebSocket URLs.
  const socket = new WebSocket(new URL(`${LIVE_PATH}?${query}`, location.origin.replace(/^http/, "ws")));
  socket.addEventListener("message", ({ data }) => message(String(data)));
  socket.addEventListener("close", ({ code }) => closed(code));
  return socket;
}

/**
 * Reacts to a login or role that changed. Reading the page again shows the state of the login, and a changed role is
 * shown at once.
 */
async function barred({ client, editor, isOtherRole }: Studio): Promise<void> {
  editor.sender.heard(SOME_LATER);
  const answer = await client.read<SiteAnswer>("/api/site");
  if (answer.ok) isOtherRole.value = answer.value.body.member.role !== editor.site.member.role;
}

/** Polls once. The answer is dropped if the socket reported something meanwhile. */
async function askNews(studio: Studio, news: News): Promise<void> {
  const { count } = news;
  const answer = await studio.client.read<NewsAnswer>("/api/presence", { query: placeOf(studio, news) });
  if (answer.ok && count === news.count) news.hear(answer.value.body);
  else if (!answer.ok && answer.error.kind === "refused" && answer.error.status === 401) void barred(studio);
}

function after(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

/**
 * Runs presence while the window is visible. A hidden window closes its socket and stops polling until it is visible
 * again.
 */
export function attend(studio: Studio): void {
  const { editor } = studio;
  const news = new News(studio);
  let cancel = (): void => undefined;
  let isAsking = false;
  let everyMs = EVERY_MS;
  const later = (ms: number): void => {
    cancel();
    cancel = after(() => void turn(), ms);
  };
  const turn = async (): Promise<void> => {
    if (isAsking || document.visibilityState === "hidden") return;
    isAsking = true;
    await askNews(studio, news);
    isAsking = false;
    later(everyMs);
  };
  const line = new LiveLine(
    { connect: (events) => connect(studio, news, events), later: after, random: () => Math.random() },
    {
      heard: (text) => news.hear(JSON.parse(text) as NewsAnswer),
      turned(isUp) {
        everyMs = isUp ? BESIDE_MS : EVERY_MS;
        later(everyMs);
      },
      refused: () => void barred(studio),
    },
  );
  let still = (): void => undefined;
  effect(() => {
    const section = editor.selected.value;
    still();
    still = after(() => line.say({ page: editor.id, section }) || void turn(), MOVED_MS);
  });
  const look = (): void => {
    if (document.visibilityState === "hidden") return line.stop();
    line.start();
    later(0);
  };
  document.addEventListener("visibilitychange", look);
  addEventListener("online", look);
  look();
}
