/** Optional variables of workers that no other member of the descriptor decides. */
import * as z from "zod/mini";
import { isMailAddress } from "../../../../runtime/forms/mailAddress.ts";
import { exactly, titled } from "../../../../manifests/shapes/shape.ts";
import { PROOF_SHAPES } from "../../../platform/login/proofShapes.ts";

const matching = (pattern: RegExp, says: string) => z.exactOptional(z.string().check(z.regex(pattern, says)));
const yesOrNo = z.exactOptional(z.enum(["yes", "no"]));

/** `endpoint` is the shape of an identity provider's address. */
export const variablesShape = (endpoint: z.ZodMiniType<string, string>) =>
  exactly({
    OIDC_JWKS_URI: titled(
      z.exactOptional(endpoint),
      "Keys of the identity provider",
      "Address of the provider's keys (JWKS). Default: the address in the provider's metadata.",
    ),
    OIDC_MAX_AGE: titled(
      matching(PROOF_SHAPES.OIDC_MAX_AGE, 'whole seconds, such as "3600"'),
      "Age of logins",
      "Maximum time since a person logged in at the identity provider.",
    ),
    OIDC_ACR_VALUES: titled(
      matching(PROOF_SHAPES.OIDC_ACR_VALUES, 'ways to log in with one space between them, such as "mfa phr"'),
      "Ways to log in",
      "Accepted ways to log in (acr). A person must have used one of them.",
    ),
    TURNSTILE_SITE_KEY: titled(
      matching(/^[\w-]{1,100}$/, 'the site key of a Turnstile widget, such as "0x4AAAAAAADnPIDROrmt1Wwj"'),
      "Challenge of forms",
      "Public site key. The site worker also needs the secret TURNSTILE_SECRET.",
    ),
    MAIL_FROM: titled(
      z.exactOptional(z.string().check(z.refine(isMailAddress, 'one mail address, such as "site@example.com"'))),
      "Sender of letters",
      "The address that letters come from, at a domain that may send mail with the platform. Default: no letters.",
    ),
    LIST_SITES: titled(yesOrNo, "List of sites", "True: the public MCP server lists its sites to everybody."),
    CLIENT_REGISTRATION: titled(
      yesOrNo,
      "Clients",
      "True: members' agents can register themselves (dynamic client registration).",
    ),
    CLIENT_DOCUMENTS: titled(
      yesOrNo,
      "Documents of clients",
      "False: members' agents cannot identify themselves by a document at their own address.",
    ),
  });
