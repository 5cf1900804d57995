import type { RefusalCode, RefusalDetail } from "../../manifests/refusals/refusal.ts";

/** The reason why a request did not do its work. */
export type RequestFailure =
  | {
      readonly kind: "refused";
      readonly status: number;
      readonly code: RefusalCode;
      /** The members of the problem, such as `issues`. */
      readonly detail: RefusalDetail & { readonly title?: string };
      /** Seconds to wait before the next try; 0 if the site named none. */
      readonly retryAfter: number;
    }
  /** The request got no answer. The site may have made the change, so the next try sends the same idempotency key. */
  | { readonly kind: "unreached" };

const WORTH_ANOTHER_TRY: ReadonlySet<number> = new Set([408, 425, 429]);

/** Tells whether the same request may succeed later without any action of the member. */
export const isPassing = (failure: RequestFailure): boolean =>
  failure.kind === "unreached" || failure.status >= 500 || WORTH_ANOTHER_TRY.has(failure.status);
