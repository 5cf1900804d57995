import type { RefusalCode } from "../../../../manifests/refusals/refusal.ts";

/** The text of a refusal for a person, by its code. */
export const REFUSED: Partial<Record<RefusalCode, string>> = {
  CONFLICT: "This cannot be done now.",
  FORBIDDEN: "Your role does not allow this.",
  IDEMPOTENCY_KEY_MISSING: "This form was not complete. Send it again.",
  IDEMPOTENCY_KEY_REUSED: "You have already sent this form with other content. Send it again to send the new content.",
  INVALID_REQUEST: "Something in this form has to be corrected.",
  INVITATION_OVER:
    "This invitation no longer works: it was used, it was taken back, or it has expired. Ask the person who sent it for a new one.",
  INVITATION_DAMAGED:
    "This link opens no invitation here: a part of it is missing or was changed on the way. Or it is for another site, or ended long ago. Copy the whole link from the message once more, or ask for a new one.",
  NOT_FOUND: "There is nothing here. A member may have removed it.",
  ORIGIN_MISMATCH: "This form did not come from this site, so nothing was changed.",
  OTHER_MEMBER:
    "Another member is logged in in this browser. Nothing was changed, and what you wrote is still here: log in again in another tab, then send it.",
  PLUGIN_CONSENT_MISSING: "First agree to the short names that this plugin uses.",
  PLUGIN_NAME_TAKEN: "Another plugin already uses a name that this plugin needs.",
  PLUGIN_REJECTED: "This package was not taken.",
  RATE_LIMITED: "That was too much at once. Wait a moment and send it again.",
  STALE_VERSION:
    "This was changed after you opened it. What you wrote is still here: send it again to replace the newer version.",
  TENANT_READ_ONLY: "This site is read-only at the moment.",
  SHARE_LINK_ENDED: "This link has ended or was taken back. Ask the person who sent it for another one.",
  TENANT_SUSPENDED: "This site is not available at the moment.",
  TOO_SLOW: "This took too long to arrive. Send it again.",
  TOO_LARGE: "This is too large.",
  UNAUTHENTICATED: "Log in first.",
  UNSUPPORTED_MEDIA_TYPE: "This type of file is not accepted here.",
  WORKSPACE_FULL: "There is no storage space left. Delete what you no longer need, then publish.",
  VERSION_REQUIRED: "This form was not complete. Send it again.",
};
