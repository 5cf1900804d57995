/** The state of saving. */
import type { RefusalCode } from "../../../../manifests/refusals/refusal.ts";
import { type RequestFailure, isPassing } from "../../../requests/requestFailure.ts";
import { type EditQueue, pending } from "./queue.ts";

/**
 * The state of saving. `still` and `sending` mean that all is well; every other state is a reason why nothing is sent.
 */
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
  | "refused"
  | "fault";

/** The word that the bar shows. */
export type StateWord =
  | "saved"
  | "saving"
  | "unfinished"
  | "clash"
  | "ownClash"
  | Exclude<SavingState, "still" | "sending">;

export function stateWord(queue: EditQueue, saving: SavingState): StateWord {
  if (saving !== "still" && saving !== "sending") return saving;
  if (queue.clashes.length > 0) return queue.clashes.every(({ isOwn }) => isOwn === true) ? "ownClash" : "clash";
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

/** The site is still working on the same request. A later try gets its answer. */
const isInProgress = (failure: RequestFailure): boolean =>
  failure.kind === "refused" && failure.code === "IDEMPOTENCY_IN_PROGRESS";

/** States that may end without the member: the editor tries again. `fault` follows a fault of the editor itself. */
export const isAwaited = (saving: SavingState): boolean => ["offline", "busy", "fault"].includes(saving);

/** States that only a person can end. The editor asks again at intervals, and when the window gets the focus. */
export const isBlocked = (saving: SavingState): boolean =>
  ["login", "stranger", "forbidden", "readOnly"].includes(saving);
