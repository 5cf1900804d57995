/** The present state of the member's changes. */
import type { RefusalCode } from "../../../../manifests/refusals/refusal.ts";
import type { RequestFailure } from "../../api/failure.ts";
import { isPassing } from "../../api/failure.ts";
import type { EditQueue } from "./queue.ts";
import { pending } from "./queue.ts";

/** The reason why nothing is sent. `sending` and `still` are no reasons: all is well. */
export type SavingState =
  | "still"
  | "sending"
  | "offline"
  | "busy"
  | "login"
  | "stranger"
  | "forbidden"
  | "readOnly"
  | "gone"
  | "refused";

/** The one word the bar shows. */
export type StateWord = "saved" | "saving" | "unfinished" | "clash" | Exclude<SavingState, "still" | "sending">;

export function stateWord(queue: EditQueue, saving: SavingState): StateWord {
  if (saving !== "still" && saving !== "sending") return saving;
  if (queue.clashes.length > 0) return "clash";
  if (queue.sent || queue.waiting.length > 0) return "saving";
  return pending(queue).length > 0 ? "unfinished" : "saved";
}

const BY_STATUS: Readonly<Record<number, SavingState>> = {
  401: "login",
  403: "forbidden",
  404: "gone",
  423: "readOnly",
};

const BY_CODE: Readonly<Partial<Record<RefusalCode, SavingState>>> = { OTHER_MEMBER: "stranger" };

export function savingAfter(failure: RequestFailure): SavingState {
  if (failure.kind === "unreached") return "offline";
  return (
    BY_CODE[failure.code] ??
    BY_STATUS[failure.status] ??
    (isPassing(failure) || isInProgress(failure) ? "busy" : "refused")
  );
}

/** The same request is being done at this moment: its answer comes when it is asked again. */
const isInProgress = (failure: RequestFailure): boolean =>
  failure.kind === "refused" && failure.code === "IDEMPOTENCY_IN_PROGRESS";

/** Standings that end by themselves: the same request is sent again. */
export const isAwaited = (saving: SavingState): boolean => saving === "offline" || saving === "busy";

/**
 * Standings that a person has to end. The editor asks again now and then, and when the member comes back to the window.
 */
export const isBlocked = (saving: SavingState): boolean =>
  ["login", "stranger", "forbidden", "readOnly"].includes(saving);
