/** Leaves the canvas. Unsaved edits are sent first; edits that cannot be sent stay in the browser. */
import { CANVAS, SCRIPT } from "../../words.ts";
import { say } from "../../../shared/editor/words/say.ts";
import { failureText } from "../../api/failure.ts";
import { forget } from "./kept.ts";
import { handOnTyped } from "../../typed.ts";
import type { CrashRecovery } from "./recovery.ts";
import type { Studio } from "../studio/studio.ts";

/** Ends what is being written in the draft, and takes what was typed beside it a moment ago. */
function takeTyped({ frame }: Studio): void {
  frame.peek()?.leave();
  handOnTyped();
}

/** Saves, then goes. If something cannot be saved, the browser asks. */
export async function leaveFor(studio: Studio, address: string): Promise<void> {
  const { editor } = studio;
  takeTyped(studio);
  await editor.sender.flush();
  location.assign(address);
}

/**
 * Takes and keeps what was typed a moment ago whenever the page goes or is hidden, for it may never be seen again.
 * Changes that are only here are asked about before.
 */
export function watchLeaving({ editor }: Studio, recovery: CrashRecovery): void {
  const take = (): void => {
    handOnTyped();
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
