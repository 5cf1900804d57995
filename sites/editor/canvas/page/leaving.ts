/** Ways out of the canvas. What is not saved goes first, or stays. */
import { CANVAS } from "../../../shared/editor/words/canvas.ts";
import { forget } from "../queue/kept.ts";
import type { Studio } from "./studio.ts";

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

/** Leaves nothing of this member on this computer. */
export async function logOut({ editor, frame, client }: Studio): Promise<void> {
  frame.peek()?.leave();
  await editor.sender.flush();
  if (!editor.isSettled && !confirm(CANVAS.logoutAsk)) return;
  editor.sender.stop();
  await forget(editor.site.member.id);
  await client.change("/api/auth/logout", { method: "POST" });
  editor.letGo();
  location.assign("/");
}
