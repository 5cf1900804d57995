/** Optional variables of workers that no other member of the descriptor decides. */
import * as z from "zod/mini";
import { exactly, titled } from "../../../manifests/shapes/shape.ts";
import { PROOF_SHAPES } from "../../shared/login/proofShapes.ts";

const matching = (pattern: RegExp, says: string) => z.exactOptional(z.string().check(z.regex(pattern, says)));
const yesOrNo = z.exactOptional(z.enum(["yes", "no"]));

/** `endpoint` is the shape of an identity provider's address. */
export const variablesShape = (endpoint: z.ZodMiniType<string, string>) =>
  exactly({
    OIDC_JWKS_URI: titled(
      z.exactOptional(endpoint),
      "Keys of the identity provider",
      "The address of its keys, if its metadata are not to be asked.",
    ),
    OIDC_MAX_AGE: titled(
      matching(PROOF_SHAPES.OIDC_MAX_AGE, 'whole seconds, such as "3600"'),
      "Age of logins",
      "The longest time since a person logged in at the identity provider.",
    ),
    OIDC_ACR_VALUES: titled(
      matching(PROOF_SHAPES.OIDC_ACR_VALUES, 'ways to log in with one space between them, such as "mfa phr"'),
      "Ways to log in",
      "In one of these ways (acr) a person must have logged in.",
    ),
    TURNSTILE_SITE_KEY: titled(
      matching(/^[\w-]{1,100}$/, 'the site key of a Turnstile widget, such as "0x4AAAAAAADnPIDROrmt1Wwj"'),
      "Challenge of forms",
      "Public; the site worker needs the secret TURNSTILE_SECRET to it.",
    ),
    LIST_SITES: titled(yesOrNo, "List of sites", "True lets the public MCP server list its sites to everybody."),
    CLIENT_REGISTRATION: titled(yesOrNo, "Clients", "True lets agents of members register themselves."),
  });
