/** Says where this member is, and hears who else is there and what they changed: a cheap question every ten seconds. */
import { effect } from "@preact/signals";
import type { Editor } from "../page/editor.ts";
import type { Studio } from "../page/studio.ts";
import type { Person } from "./person.ts";

interface PresenceAnswer {
  readonly change: number;
  readonly people: readonly (Person & { readonly self: boolean })[];
  readonly changes: readonly { readonly kind: string; readonly id: string; readonly version: number }[];
  readonly more: boolean;
}

const EVERY_MS = 10_000;
/** The canvas follows a member from section to section, but not at every key. */
const MOVED_MS = 1_000;

/** Tells whether somebody else wrote this page: own saves are known before the answer comes. */
const isOthers = (editor: Editor, { changes, more }: PresenceAnswer): boolean => {
  const { base, sent } = editor.queue.peek();
  const own = changes.find(({ kind, id }) => kind === "page" && id === editor.id);
  return sent === null && (own ? own.version !== base.version : more);
};

async function ask(studio: Studio, since: number): Promise<number> {
  const { client, editor, people } = studio;
  const section = editor.selected.peek();
  const answer = await client.read<PresenceAnswer>("/api/presence", {
    query: { page: editor.id, since, ...(section !== null && { section }) },
  });
  if (!answer.ok) return since;
  const { body } = answer.value;
  people.value = body.people.filter(({ self, page }) => !self && page === editor.id);
  if (isOthers(editor, body)) await editor.catchUp();
  return body.change;
}

/** While the window is seen. A hidden one asks again when it is back. */
export function attend(studio: Studio): void {
  let { change } = studio.editor.site;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;
  const later = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void turn(), ms);
  };
  const turn = async (): Promise<void> => {
    if (isAsking || document.visibilityState === "hidden") return;
    isAsking = true;
    change = await ask(studio, change);
    isAsking = false;
    later(EVERY_MS);
  };
  effect(() => {
    if (studio.editor.selected.value !== undefined) later(MOVED_MS);
  });
  document.addEventListener("visibilitychange", () => later(0));
}
