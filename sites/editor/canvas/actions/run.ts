/** Runs an action on the saved page and applies its proposal as the member's own edit. */
import type { ActionView, ProposalView } from "../../../../runtime/actions/views.ts";
import type { PageOperation } from "../../../../runtime/editing/operations/pageOperation.ts";
import { type Result, accepted, refused } from "../../../../manifests/result.ts";
import { failureText } from "../../api/failure.ts";
import { ACTIONS, SCRIPT } from "../../document/words.ts";
import type { Studio } from "../studio/studio.ts";
import { tryOperations } from "../queue/apply.ts";

const addressOf = ({ plugin, name }: ActionView): string => `/api/plugins/${plugin.id}/actions/${name}`;

/** Answers the proposal, or the reason why there is none, as a sentence for the member. */
export async function runChosenAction(
  { editor, client }: Studio,
  action: ActionView,
  section: string | null,
  input: Readonly<Record<string, unknown>>,
): Promise<Result<ProposalView, string>> {
  await editor.sender.flush();
  if (!editor.isSettled) return refused(ACTIONS.unsaved);
  const { version } = editor.queue.peek().base;
  const target = { page: editor.id, ...(section === null ? {} : { section }) };
  const body = { target, version, ...(action.input ? { input } : {}) };
  const answer = await client.change<ProposalView>(addressOf(action), { method: "POST", body });
  return answer.ok ? accepted(answer.value.body) : refused(failureText(SCRIPT, answer.error));
}

export const cancel = ({ client }: Studio, action: ActionView): Promise<unknown> =>
  client.change(`${addressOf(action)}/cancel`, { method: "POST" });

export const operationsOf = ({ operations }: ProposalView): readonly PageOperation[] =>
  operations as unknown as readonly PageOperation[];

/** Applies the proposal. Answers false if the page has changed so that the proposal no longer fits. */
export function apply({ editor }: Studio, proposal: ProposalView): boolean {
  const operations = operationsOf(proposal);
  const done = tryOperations(editor.body.peek(), operations);
  if (!done || done.conflicts.length > 0) return false;
  editor.sender.proof = proposal.proof;
  const isDone = editor.act({ operations, name: proposal.title });
  void editor.sender.flush();
  return isDone;
}
