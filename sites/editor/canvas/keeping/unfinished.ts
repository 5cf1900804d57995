/**
 * Stores unfinished edits at the site, readable by this member only, so that they can go on at another computer. Edits
 * that the site accepts are saved in the draft. Offline edits stay in the browser's own storage.
 */
import { effect, type ReadonlySignal } from "@preact/signals";
import type { Page } from "../../../../runtime/documents/content/content.ts";
import type { PageOperation } from "../../../../runtime/editing/operations/pageOperation.ts";
import type { UnfinishedView } from "../../../../runtime/editing/unfinished/views.ts";
import type { Client } from "../../api/client.ts";
import type { Editor } from "../page/editor.ts";
import { NO_HISTORY } from "../undo/history.ts";
import type { KeptEdits } from "./kept.ts";
import { type EditQueue, emptyQueue } from "../queue/queue.ts";

/** The pause after the last key. Most edits leave a field empty for a moment, and those need no request. */
const PAUSE_MS = 2_000;

const pathFor = ({ id }: Pick<Editor, "id">): string => `/api/pages/${encodeURIComponent(id)}/unfinished`;

/** The site's answer about this member's unfinished edits of a page. */
export type UnfinishedAnswer = Awaited<ReturnType<typeof requestUnfinished>>;

/** Requests the unfinished edits in parallel with the page, so that the draft does not wait for them. */
export const requestUnfinished = (client: Client, id: string) => client.read<UnfinishedView>(pathFor({ id }));

/** Reads the stored edits. `kept` is null if there are none, or if the site cannot be asked. */
export async function loadUnfinished(
  client: Client,
  editor: Editor,
  answer: UnfinishedAnswer,
): Promise<{ version: number; kept: KeptEdits | null }> {
  if (!answer.ok) return { version: 0, kept: null };
  const { version, base, operations, savedAt } = answer.value.body;
  if (version === 0 || base === null) return { version, kept: null };
  const body = await bodyAt(client, editor, base);
  // This editor wrote these operations. An operation that does not fit is refused when it is applied.
  const waiting = operations as unknown as readonly PageOperation[];
  const queue: EditQueue = { ...emptyQueue({ version: base, body }), waiting };
  return { version, kept: { queue, history: NO_HISTORY, at: savedAt ?? 0 } };
}

/**
 * The page at the version that the edits build on. The present page stands in for a revision that the site no longer
 * has.
 */
async function bodyAt(client: Client, editor: Editor, version: number): Promise<Page> {
  const { base } = editor.queue.peek();
  if (base.version === version) return base.body;
  const path = `/api/pages/${encodeURIComponent(editor.id)}/revisions/${version}`;
  const answer = await client.read<{ readonly body: Page }>(path);
  return answer.ok ? answer.value.body.body : base.body;
}

/**
 * Stores unfinished edits whenever they change. `version` is the stored version; nothing is stored while `offered`
 * awaits the member's decision.
 */
export function storeUnfinished(
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
    // Another tab of this member stored edits first. Their copy stays, and this browser keeps its own.
    if (!answer.ok) return;
    stored = text;
    known = operations.length === 0 ? 0 : (answer.value.body as { readonly version: number }).version;
    // The queue may have changed during the request.
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
