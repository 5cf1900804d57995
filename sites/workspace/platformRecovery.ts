import type { Recovery } from "../../runtime/backups/rewinder.ts";

/** What a workspace needs of the platform to go back by itself. */
type Log = Pick<DurableObjectStorage, "getCurrentBookmark" | "getBookmarkForTime" | "onNextSessionRestoreBookmark">;

/** What workerd says on one machine, where nobody is to be alarmed by it. */
const KNOWN = /does not implement point-in-time recovery/;

const NONE = "The platform this runs on cannot go back to an earlier moment by itself; backups can.";

/**
 * One machine has no log to go back in. It does answer what the present moment is called, with a number it counts up and
 * nothing can be done with; so what is asked is whether a moment of the past has a name.
 */
export function platformRecovery(storage: Log, end: () => void, now: () => number): Recovery {
  return {
    async present() {
      try {
        await storage.getBookmarkForTime(now());
        return { bookmark: await storage.getCurrentBookmark() };
      } catch (error) {
        if (!KNOWN.test(String(error))) console.warn(JSON.stringify({ event: "no_recovery", reason: String(error) }));
        return { reason: NONE };
      }
    },
    at: (ms) => storage.getBookmarkForTime(ms),
    returnTo: (bookmark) => storage.onNextSessionRestoreBookmark(bookmark),
    end,
  };
}
