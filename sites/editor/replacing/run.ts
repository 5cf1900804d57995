/** Makes the chosen changes, and takes them back. */
import type { PageEdit } from "../../../runtime/editing/operations/backEdits.ts";
import { type EditSending, type Sent, sendRows, takeBack } from "../../moving/rows/sending.ts";
import { askWhileBusy } from "../../requests/askWhileBusy.ts";
import type { RequestFailure } from "../../requests/requestFailure.ts";
import { withTexts } from "./memberTexts.ts";
import { editOf } from "./pagePlan.ts";
import { changeKey, type TextChange } from "./plannedText.ts";
import type { BesideKind, FoundTexts, SearchPowers } from "./siteSearch.ts";

/** A page with the edit that changes it. */
export interface ReplacedPage {
  readonly title: string;
  readonly edit: object;
}

/** Menus or settings with the body to store, and the one before. */
export interface ReplacedBeside {
  readonly kind: BesideKind;
  readonly version: number;
  readonly body: unknown;
  readonly before: unknown;
}

/** Everything that a replacement still has to do. */
export interface Task {
  readonly pages: readonly ReplacedPage[];
  readonly beside: readonly ReplacedBeside[];
}

export interface ReplaceReport {
  /** The number of documents that are as wanted. */
  readonly done: number;
  /** The changes backwards, as far as there are some. */
  readonly back: Back;
  /** Documents that the site refused. */
  readonly refused: readonly { readonly title: string; readonly failure: RequestFailure }[];
  /** The failure that stopped the rest, and the rest. Undefined if all was sent. */
  readonly stopped?: { readonly failure: RequestFailure; readonly left: Task } | undefined;
}

export interface Back {
  readonly edits: readonly PageEdit[];
  readonly beside: readonly ReplacedBeside[];
}

/** Words for documents in reports. */
export interface Titles {
  page(id: string): string;
  beside(kind: BesideKind): string;
}

export type RunPowers = SearchPowers & Omit<EditSending, "client" | "wait"> & { readonly titles: Titles };

/** A key of a text that no other text of the draft has. */
export const textKey = (document: string, change: TextChange): string => `${document}\n${changeKey(change)}`;

/** The changes that were not left out. */
export function taskOf({ pages, beside }: FoundTexts, isChosen: (key: string) => boolean): Task {
  const chosen = (document: string, changes: readonly TextChange[]): TextChange[] =>
    changes.filter((change) => isChosen(textKey(document, change)));
  return {
    pages: pages.flatMap(({ stored, changes }) => {
      const wanted = chosen(stored.id, changes);
      return wanted.length === 0 ? [] : [{ title: stored.body.title, edit: editOf(stored, wanted) }];
    }),
    beside: beside.flatMap(({ kind, version, body, changes }) => {
      const wanted = chosen(kind, changes);
      return wanted.length === 0 ? [] : [{ kind, version, before: body, body: withTexts(body, wanted) }];
    }),
  };
}

/** Makes changes, pages first. */
export async function run(powers: RunPowers, task: Task): Promise<ReplaceReport> {
  const sent = await sendRows(powers, task.pages);
  const refused = sent.refused.map(({ row, failure }) => ({ title: row.title, failure }));
  const pages = { done: sent.taken, back: { edits: sent.done, beside: [] }, refused };
  if (sent.stopped)
    return { ...pages, stopped: { failure: sent.stopped, left: { pages: sent.left, beside: task.beside } } };
  return besidePut(powers, task.beside, pages);
}

/** Takes changes back. What another member has changed since stays, and is named. */
export async function takeTextsBack(powers: RunPowers, back: Back): Promise<ReplaceReport> {
  const sent: Sent<{ readonly edit: PageEdit }> = await takeBack(powers, back.edits);
  const refused = sent.refused.map(({ row, failure }) => ({ title: powers.titles.page(row.edit.page), failure }));
  const edits = sent.left.map(({ edit }) => edit).toReversed();
  const pages = { done: sent.taken, back: { edits, beside: back.beside }, refused };
  if (sent.stopped) return { ...pages, stopped: { failure: sent.stopped, left: { pages: [], beside: [] } } };
  const put = await besidePut(powers, back.beside, { ...pages, back: { edits: [], beside: [] } });
  return { ...put, back: { edits: [], beside: put.stopped?.left.beside ?? [] } };
}

async function besidePut(
  { client, wait, newKey, titles }: RunPowers,
  beside: readonly ReplacedBeside[],
  before: ReplaceReport,
): Promise<ReplaceReport> {
  let { done } = before;
  const refused = [...before.refused];
  const back: ReplacedBeside[] = [];
  const after = (): ReplaceReport => ({ done, refused, back: { ...before.back, beside: back } });
  for (const [index, { kind, version, body, before: was }] of beside.entries()) {
    const key = newKey();
    const put = await askWhileBusy(wait, () => client.change(`/api/${kind}`, { method: "PUT", version, body, key }));
    if (put.ok) {
      done += 1;
      back.push({ kind, version: put.value.version ?? version + 1, body: was, before: body });
    } else if (put.error.kind === "refused" && put.error.status < 500)
      refused.push({ title: titles.beside(kind), failure: put.error });
    else return { ...after(), stopped: { failure: put.error, left: { pages: [], beside: beside.slice(index) } } };
  }
  return after();
}
