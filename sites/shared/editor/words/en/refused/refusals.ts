import type { RefusalCode } from "../../../../../../manifests/refusals/refusal.ts";

/** The text of a refusal for a person, by its code. */
export const REFUSED: Partial<Record<RefusalCode, string>> = {
  CONFLICT: "This does not go with what is there now.",
  FORBIDDEN: "Your role does not allow this.",
  IDEMPOTENCY_KEY_MISSING: "This form came without its number. Send it again.",
  IDEMPOTENCY_KEY_REUSED: "This form was sent before, with something else in it. Send it again.",
  INVALID_REQUEST: "Something in this form has to be mended.",
  INVITATION_OVER:
    "This invitation does not work any more: it was used or taken back, or it is too old. Ask the person who sent it for another one.",
  NOT_FOUND: "There is nothing here. A member may have removed it.",
  ORIGIN_MISMATCH: "This form did not come from this site.",
  OTHER_MEMBER:
    "Another member is logged in in this browser. Nothing was changed, and what you wrote is still here: log in again in another tab, then send it.",
  PLUGIN_CONSENT_MISSING: "Agree first to the names that this plugin uses alone.",
  PLUGIN_NAME_TAKEN: "Another plugin has a name that this one would use.",
  PLUGIN_REJECTED: "This package was not taken.",
  RATE_LIMITED: "That was too much at once. Wait a moment and send it again.",
  STALE_VERSION:
    "Another change came first. What you wrote is still here: send it again to put it in place of what is there now.",
  TENANT_READ_ONLY: "This site is read-only at the moment.",
  TENANT_SUSPENDED: "This site is not available at the moment.",
  TOO_SLOW: "This took too long to arrive. Send it again.",
  TOO_LARGE: "This is larger than what is taken here.",
  UNAUTHENTICATED: "Log in first.",
  UNSUPPORTED_MEDIA_TYPE: "This file is not one that is taken here.",
  WORKSPACE_FULL: "There is no room left here. Delete what is not needed any more, then publish.",
  VERSION_REQUIRED: "This form came without the version it builds on. Send it again.",
};
