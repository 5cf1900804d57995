import { REWIND_ATTEMPTS } from "../../manifests/bounds.ts";
import { Refusal } from "../../manifests/refusal.ts";
import type { Answer } from "../answer.ts";
import { expectValue } from "../answer.ts";
import type { RewoundInput } from "./rewinder.ts";
import type { RewoundView } from "./views.ts";

/** A workspace that has been told to begin again in the past. The first one asked is still of the present: it ends, and says so by not answering. */
export async function settled(rewound: (input: RewoundInput) => Promise<Answer<RewoundView>>, input: RewoundInput): Promise<RewoundView> {
  for (let attempt = 1; ; attempt++) {
    try {
      return expectValue(await rewound(input));
    } catch (error) {
      if (error instanceof Refusal || attempt === REWIND_ATTEMPTS) throw error;
    }
  }
}
