import { visibleJson } from "../../../../manifests/visible.ts";
import type { Recovery } from "../../../../runtime/backups/rewinder.ts";

/** The platform's methods for point-in-time recovery. */
type Log = Pick<DurableObjectStorage, "getCurrentBookmark" | "getBookmarkForTime" | "onNextSessionRestoreBookmark">;

/** The error of workerd on one machine, which is expected and not logged. */
const KNOWN = /does not implement point-in-time recovery/;

const NONE = "The platform this runs on cannot go back to an earlier moment by itself; backups can.";

/**
 * Tells whether the platform has point-in-time recovery. workerd has none, yet it answers `getCurrentBookmark` with a
 * counter, so only `getBookmarkForTime` proves it.
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
