/** Ways out of the canvas. What is not saved goes first, or stays. */
import { CANVAS, SCRIPT } from "../../words.ts";
import { say } from "../../../shared/editor/words/say.ts";
import { failureText } from "../../api/failure.ts";
import { forget } from "./kept.ts";
import type { CrashRecovery } from "./recovery.ts";
import type { Studio } from "../studio/studio.ts";

/** Saves, then goes. If something cannot be saved, the browser asks. */
export async function leaveFor({ editor, frame }: Studio, address: string): Promise<void> {
  frame.peek()?.leave();
  await editor.sender.flush();
  location.assign(address);
}

/** Asks before a tab closes with changes that are only here. */
export function askBeforeLeaving({ editor }: Studio): void {
  addEventListener("beforeunload", (event) => {
    if (!editor.isSettled) event.preventDefault();
  });
}

/** Leaves nothing of this member on this computer. A login that did not end is told: the next page would hide it. */
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
