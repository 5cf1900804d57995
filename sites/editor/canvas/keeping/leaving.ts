/** Leaves the canvas. Unsaved edits are sent first; edits that cannot be sent stay in the browser. */
import { CANVAS, SCRIPT } from "../../words.ts";
import { say } from "../../../shared/editor/words/say.ts";
import { failureText } from "../../api/failure.ts";
import { forget } from "./kept.ts";
import type { CrashRecovery } from "./recovery.ts";
import type { Studio } from "../studio/studio.ts";

/** Saves, then navigates. If something is still unsaved, the browser asks the member. */
export async function leaveFor({ editor, frame }: Studio, address: string): Promise<void> {
  frame.peek()?.leave();
  await editor.sender.flush();
  location.assign(address);
}

/** Makes the browser ask before a tab with unsaved edits closes. */
export function askBeforeLeaving({ editor }: Studio): void {
  addEventListener("beforeunload", (event) => {
    if (!editor.isSettled) event.preventDefault();
  });
}

/**
 * Logs out and removes this member's data from the browser. A failed logout is shown here, because the next page would
 * hide it.
 */
export async function logOut({ editor, frame, client }: Studio, recovery: CrashRecovery): Promise<void> {
  frame.peek()?.leave();
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
