import { REWIND_ATTEMPTS } from "../../manifests/bounds/backups.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { Answer } from "../commands/answer.ts";
import { expectValue } from "../commands/answer.ts";
import type { RewoundInput } from "./rewinder.ts";
import type { RewoundView } from "./views.ts";

/**
 * Settles a workspace that begins again in the past. The first call may still reach the present session, which ends
 * instead of answering, so this tries again.
 */
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
