/**
 * Keeps at the site what the draft cannot take yet, for this member alone: it follows them to another computer. What
 * the draft takes needs no such home, and a member without network has the one on their own computer.
 */
import { effect } from "@preact/signals";
import type { ReadonlySignal } from "@preact/signals";
import type { Page } from "../../../../runtime/documents/content.ts";
import type { PageOperation } from "../../../../runtime/editing/operations/pageOperation.ts";
import type { UnfinishedView } from "../../../../runtime/editing/unfinished/views.ts";
import type { Client } from "../../api/client.ts";
import type { Editor } from "../page/editor.ts";
import { NO_HISTORY } from "../undo/history.ts";
import type { KeptEdits } from "./kept.ts";
import type { EditQueue } from "../queue/queue.ts";
import { emptyQueue } from "../queue/queue.ts";

/** After the last key: a field is empty for a moment in most changes. */
const PAUSE_MS = 2_000;

const pathFor = ({ id }: Pick<Editor, "id">): string => `/api/pages/${encodeURIComponent(id)}/unfinished`;

/** The site's answer about what it keeps for this member at a page. */
export type AtHome = Awaited<ReturnType<typeof askHome>>;

/** Asked beside what the page is made of: the draft does not wait for it. */
export const askHome = (client: Client, id: string) => client.read<UnfinishedView>(pathFor({ id }));

/** Null where nothing is kept there, or where it cannot be read now. */
export async function findAtHome(
  client: Client,
  editor: Editor,
  answer: AtHome,
): Promise<{ version: number; kept: KeptEdits | null }> {
  if (!answer.ok) return { version: 0, kept: null };
  const { version, base, operations, savedAt } = answer.value.body;
  if (version === 0 || base === null) return { version, kept: null };
  const body = await bodyAt(client, editor, base);
  // This editor sent these operations; a strange one is refused when it is put onto the page.
  const waiting = operations as unknown as readonly PageOperation[];
  const queue: EditQueue = { ...emptyQueue({ version: base, body }), waiting };
  return { version, kept: { queue, history: NO_HISTORY, at: savedAt ?? 0 } };
}

/** The page that the work builds on. One that is too old to be kept is taken for the present one. */
async function bodyAt(client: Client, editor: Editor, version: number): Promise<Page> {
  const { base } = editor.queue.peek();
  if (base.version === version) return base.body;
  const path = `/api/pages/${encodeURIComponent(editor.id)}/revisions/${version}`;
  const answer = await client.read<{ readonly body: Page }>(path);
  return answer.ok ? answer.value.body.body : base.body;
}

/** Follows the queue from now on. `version` is what stands there; `offered` waits for the member to decide. */
export function keepAtHome(
  client: Client,
  editor: Editor,
  version: number,
  offered: ReadonlySignal<KeptEdits | null>,
): { stop(): void; forget(): Promise<void> } {
  let known = version;
  let stored = "";
  let isBusy = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const tell = async (): Promise<void> => {
    if (isBusy || offered.peek()) return;
    const { unfinished } = editor.queue.peek();
    await put(unfinished.map(({ operation }) => operation));
  };
  const put = async (operations: readonly PageOperation[]): Promise<void> => {
    const text = JSON.stringify(operations);
    if (text === stored || (operations.length === 0 && known === 0)) return;
    isBusy = true;
    const answer =
      operations.length === 0
        ? await client.change<object>(pathFor(editor), { method: "DELETE", version: known })
        : await client.change<{ readonly version: number }>(pathFor(editor), {
            method: "PUT",
            version: known,
            body: { base: editor.queue.peek().base.version, operations },
          });
    isBusy = false;
    // Another tab of the same member has written there: it is theirs by now, and this computer keeps its own.
    if (!answer.ok) return;
    stored = text;
    known = operations.length === 0 ? 0 : (answer.value.body as { readonly version: number }).version;
    // Something may have been written meanwhile.
    later();
  };
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void tell(), PAUSE_MS);
  };
  const stop = effect(() => {
    if (editor.queue.value && !offered.value) later();
  });
  return {
    stop: () => {
      stop();
      clearTimeout(timer);
    },
    forget: () => put([]),
  };
}
