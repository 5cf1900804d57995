import { REWIND_ATTEMPTS } from "../../manifests/bounds/backups.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import { type Answer, expectValue } from "../commands/answer.ts";
import type { RewoundInput } from "./rewinder.ts";
import type { RewoundView } from "./views.ts";

/** Completes a rewind, with retries. The first call may still reach the old object, which ends instead of answering. */
export async function settledWorkspace(
  rewound: (input: RewoundInput) => Promise<Answer<RewoundView>>,
  input: RewoundInput,
): Promise<RewoundView> {
  for (let attempt = 1; ; attempt++) {
    try {
      return expectValue(await rewound(input));
    } catch (error) {
      if (error instanceof Refusal || attempt === REWIND_ATTEMPTS) throw error;
    }
  }
}
