import type { BackupsView } from "../../runtime/backups/views.ts";

/** A bookmark of the platform: four groups of digits of base 16, of which the first is never zero where there is a log to go back in. */
const BOOKMARK = /^(?!0{8}-0{8}-0{8}-0{32}$)[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{32}$/;

/** One machine has no log to go back in, and answers with something that names no moment, or not at all. */
export async function platformRecovery(storage: DurableObjectStorage): Promise<BackupsView["platform"]> {
  const bookmark = await storage.getCurrentBookmark().catch((error: unknown) => {
    console.warn("the platform has no bookmarks", String(error));
    return "";
  });
  return BOOKMARK.test(bookmark)
    ? { available: true, bookmark, reason: null }
    : { available: false, bookmark: null, reason: "The platform this runs on cannot go back to an earlier moment by itself; backups can." };
}
