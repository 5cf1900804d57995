import { visibleJson } from "../../../manifests/visible.ts";
import type { Recovery } from "../../../runtime/backups/rewinder.ts";

/** The platform's methods for going back to a bookmark. */
type Log = Pick<DurableObjectStorage, "getCurrentBookmark" | "getBookmarkForTime" | "onNextSessionRestoreBookmark">;

/** workerd's own message on one machine, which is no reason for an alarm. */
const KNOWN = /does not implement point-in-time recovery/;

const NONE = "The platform this runs on cannot go back to an earlier moment by itself; backups can.";

/**
 * Detects the platform's log by asking for the name of a past moment. workerd has no log, yet it answers a counter as
 * the name of the present moment, so that name proves nothing.
 */
export function platformRecovery(storage: Log, end: () => void, now: () => number): Recovery {
  return {
    async present() {
      try {
        await storage.getBookmarkForTime(now());
        return { bookmark: await storage.getCurrentBookmark() };
      } catch (error) {
        if (!KNOWN.test(String(error))) console.warn(visibleJson({ event: "no_recovery", reason: String(error) }));
        return { reason: NONE };
      }
    },
    at: (ms) => storage.getBookmarkForTime(ms),
    returnTo: (bookmark) => storage.onNextSessionRestoreBookmark(bookmark),
    end,
  };
}
