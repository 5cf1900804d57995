/**
 * Reports this member's place, and receives other members' places and changes. It uses a WebSocket where possible, and
 * otherwise polls every ten seconds.
 */
import { effect } from "@preact/signals";
import { LIVE_PATH } from "../../../platform/live/live.ts";
import type { SiteAnswer } from "../../api/views.ts";
import type { Studio } from "../studio/studio.ts";
import { type SocketEvents, type Socket, LiveConnection } from "./connection.ts";
import { type PresenceReport, PresenceReports, UNKNOWN_LATER } from "./reports.ts";

const EVERY_MS = 10_000;
/** The poll interval while the socket works. The poll keeps the login in use and catches what the socket missed. */
const BESIDE_MS = 5 * 60_000;
/** The pause before a new place is sent, so that moving through sections does not send each one. */
const MOVED_MS = 1_000;

type PresenceQuery = Readonly<Record<string, string>>;

const placeOf = ({ editor }: Studio, { change }: PresenceReports): PresenceQuery => {
  const section = editor.selected.peek();
  return { page: editor.id, since: String(change), ...(section !== null && { section }) };
};

function connect(studio: Studio, reports: PresenceReports, { message, closed }: SocketEvents): Socket {
  const query = new URLSearchParams({ ...placeOf(studio, reports), member: studio.editor.site.member.id });
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
async function recheckAccess({ client, editor, isOtherRole }: Studio): Promise<void> {
  editor.sender.versionReported(UNKNOWN_LATER);
  const answer = await client.read<SiteAnswer>("/api/site");
  if (answer.ok) isOtherRole.value = answer.value.body.member.role !== editor.site.member.role;
}

/** Polls once. The answer is dropped if the socket reported something meanwhile. */
async function poll(studio: Studio, reports: PresenceReports): Promise<void> {
  const { count } = reports;
  const answer = await studio.client.read<PresenceReport>("/api/presence", { query: placeOf(studio, reports) });
  if (answer.ok && count === reports.count) reports.apply(answer.value.body);
  else if (!answer.ok && answer.error.kind === "refused" && answer.error.status === 401) void recheckAccess(studio);
}

function after(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

/**
 * Runs presence while the window is visible. A hidden window closes its socket and stops polling until it is visible
 * again.
 */
export function startPresence(studio: Studio): void {
  const { editor } = studio;
  const reports = new PresenceReports(studio);
  let cancel = (): void => undefined;
  let isAsking = false;
  let everyMs = EVERY_MS;
  const later = (ms: number): void => {
    cancel();
    cancel = after(() => void pollOnce(), ms);
  };
  const pollOnce = async (): Promise<void> => {
    if (isAsking || document.visibilityState === "hidden") return;
    isAsking = true;
    await poll(studio, reports);
    isAsking = false;
    later(everyMs);
  };
  const connection = new LiveConnection(
    { connect: (events) => connect(studio, reports, events), later: after, random: () => Math.random() },
    {
      message: (text) => reports.apply(JSON.parse(text) as PresenceReport),
      connectedChanged(isUp) {
        everyMs = isUp ? BESIDE_MS : EVERY_MS;
        later(everyMs);
      },
      accessChanged: () => void recheckAccess(studio),
    },
  );
  let cancelPlace = (): void => undefined;
  effect(() => {
    const section = editor.selected.value;
    cancelPlace();
    cancelPlace = after(() => connection.sendPlace({ page: editor.id, section }) || void pollOnce(), MOVED_MS);
  });
  const visibilityChanged = (): void => {
    if (document.visibilityState === "hidden") return connection.stop();
    connection.start();
    later(0);
  };
  document.addEventListener("visibilitychange", visibilityChanged);
  addEventListener("online", visibilityChanged);
  visibilityChanged();
}
