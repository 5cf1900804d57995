/** The bodies that the pages' script sends. */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import * as z from "zod/mini";
import {
  ACCOUNT_BODY_MAX_BYTES,
  ACCOUNT_NAME_MAX_CHARS,
  PASSKEY_NAME_MAX_CHARS,
} from "../../../manifests/bounds/logins.ts";
import { TITLE_MAX_CHARS } from "../../../manifests/bounds/documents.ts";
import { STARTER_NAMES, STARTER_THEMES } from "../../starters/starters.ts";
import { OWN_LOOK } from "./pages/siteForm.ts";
import { HOSTNAME_MAX_CHARS } from "../../../manifests/bounds/hosts.ts";

const line = (most: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(most), z.regex(/^[^\p{Cc}\p{Cf}]*$/u));
const base64url = z.string().check(z.maxLength(ACCOUNT_BODY_MAX_BYTES), z.regex(/^[A-Za-z0-9_-]*$/));
const secret = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));
const interaction = z.string().check(z.regex(/^[A-Za-z0-9_-]{0,64}$/));

const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal("public-key"),
  clientExtensionResults: z.strictObject({}),
};

const newPasskey = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10)),
  }),
}) as unknown as z.ZodMiniType<RegistrationResponseJSON>;

const proof = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.optional(base64url),
  }),
}) as unknown as z.ZodMiniType<AuthenticationResponseJSON>;

const passkey = line(PASSKEY_NAME_MAX_CHARS);

export const NOTHING = z.strictObject({});
export const LINK = z.strictObject({ secret });
export const LINK_BEGIN = z.strictObject({ secret, name: z.string().check(z.maxLength(ACCOUNT_NAME_MAX_CHARS)) });
export const LINK_USE = z.strictObject({ secret, response: newPasskey, passkey, interaction });
export const NEW_PASSKEY = z.strictObject({ response: newPasskey, passkey });
export const REMOVED = z.strictObject({ passkey: base64url });
export const PROOF = z.strictObject({ response: proof, interaction });
export const CONFIRMATION = z.strictObject({ response: proof });
/** Longer than any password may be, so that one that is too long is named as such and never cut. */
const password = z.string().check(z.minLength(1), z.maxLength(2_000));
const appCode = z.string().check(z.maxLength(20));
export const PASSWORD = z.strictObject({
  login: z.string().check(z.maxLength(100)),
  password,
  code: appCode,
  interaction,
});
export const NEW_PASSWORD = z.strictObject({ password, code: appCode });
export const LINK_PASSWORD = z.strictObject({ secret, password, code: appCode, interaction });
export const CODE = z.strictObject({ code: z.string().check(z.maxLength(100)) });
export const INVITATION = z.strictObject({ invitation: z.string().check(z.maxLength(4_000)) });
export const SITE = z.strictObject({
  name: line(TITLE_MAX_CHARS),
  hostname: line(HOSTNAME_MAX_CHARS),
  language: line(35),
  timeZone: line(100),
  starter: z.enum(STARTER_NAMES),
  theme: z.enum([OWN_LOOK, ...STARTER_THEMES]),
});
export const ACCOUNT_NAME = line(ACCOUNT_NAME_MAX_CHARS);
