/** Leaves the canvas. Unsaved edits are sent first; edits that cannot be sent stay in the browser. */
import { CANVAS, SCRIPT } from "../../document/words.ts";
import { say } from "../../../words/shape/say.ts";
import { failureText } from "../../api/failure.ts";
import { forget } from "./kept.ts";
import { flushTyped } from "../../document/typed.ts";
import type { CrashRecovery } from "./recovery.ts";
import type { Studio } from "../studio/studio.ts";

/** Ends editing in the draft, and takes the latest typing in the panel. */
function takeTyped({ frame }: Studio): void {
  frame.peek()?.leave();
  flushTyped();
}

/** Saves, then navigates. If something is still unsaved, the browser asks the member. */
export async function leaveFor(studio: Studio, address: string): Promise<void> {
  const { editor } = studio;
  takeTyped(studio);
  await editor.sender.flush();
  location.assign(address);
}

/**
 * Stores the latest typing when the tab closes or is hidden, because it may never be shown again. Before it closes, the
 * browser asks about edits that are not saved.
 */
export function watchLeaving({ editor }: Studio, recovery: CrashRecovery): void {
  const take = (): void => {
    flushTyped();
    recovery.keep();
  };
  addEventListener("beforeunload", (event) => {
    take();
    if (!editor.isSettled) event.preventDefault();
  });
  addEventListener("pagehide", take);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "hidden") return;
    take();
    editor.sender.hurry();
  });
}

/**
 * Logs out and removes this member's data from the browser. A failed logout is shown here, because the next page would
 * hide it.
 */
export async function logOut(studio: Studio, recovery: CrashRecovery): Promise<void> {
  const { editor, client } = studio;
  takeTyped(studio);
  await editor.sender.flush();
  if (!editor.isSettled && !confirm(CANVAS.logoutAsk)) return;
  await recovery.forget();
  const answer = await client.change("/api/auth/logout", { method: "POST" });
  if (!answer.ok) return editor.say(say(CANVAS.notices.stillIn, { why: failureText(SCRIPT, answer.error) }));
  editor.sender.stop();
  recovery.stop();
  editor.letGo();
  await forget(editor.site.member.id);
  location.assign("/");
}
