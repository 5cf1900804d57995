/** The door to the WebAuthn library: what we ask of authenticators, and how their answers are checked. */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { CEREMONY_MS } from "../../../../manifests/bounds/logins.ts";
import type { PersonAccount } from "../store/accounts.ts";
import type { Passkey } from "../store/passkeys.ts";

/** The origin of the login. Passkeys are made for exactly its hostname, so that no other hostname can ask for them. */
export interface RelyingParty {
  readonly origin: string;
  readonly hostname: string;
}

/** The library takes long to load, so the first ceremony loads it. */
const library = () => import("@simplewebauthn/server");

/** Ed25519, ES256 and RS256 (COSE). */
const ALGORITHMS = [-8, -7, -257];

/** Asks for a passkey that its authenticator finds by itself and unlocks with a finger, a face or a PIN. */
export const newPasskeyOptions = async (
  { hostname }: RelyingParty,
  { handle, name }: PersonAccount,
  existing: readonly Passkey[],
) =>
  (await library()).generateRegistrationOptions({
    rpName: hostname,
    rpID: hostname,
    userID: new Uint8Array(Buffer.from(handle, "base64url")),
    userName: name,
    userDisplayName: name,
    timeout: CEREMONY_MS,
    attestationType: "none",
    excludeCredentials: existing.filter(({ rpId }) => rpId === hostname).map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: ALGORITHMS,
  });

/** Asks for any passkey of this hostname. The page names no account, so it tells nobody which exist. */
export const proofOptions = async ({ hostname }: RelyingParty) =>
  (await library()).generateAuthenticationOptions({
    rpID: hostname,
    timeout: CEREMONY_MS,
    userVerification: "required",
  });

export type NewPasskey = Pick<Passkey, "id" | "publicKey" | "counter" | "transports" | "rpId">;

/** Checks a new passkey. Undefined for an answer that does not fit the challenge, the origin or the hostname. */
export async function checkedPasskey(
  { origin, hostname }: RelyingParty,
  challenge: string,
  response: RegistrationResponseJSON,
): Promise<NewPasskey | undefined> {
  if (isFramed(response)) return undefined;
  const { verifyRegistrationResponse } = await library();
  const verdict = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: hostname,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined);
  if (verdict?.verified !== true) return undefined;
  const { id, publicKey, counter, transports = [] } = verdict.registrationInfo.credential;
  return { id, publicKey, counter, transports: JSON.stringify(transports.slice(0, 10)), rpId: hostname };
}

/** True for an answer of a page in a frame of another origin. No page of ours allows that, so such an answer is forged. */
function isFramed({ response: { clientDataJSON } }: AuthenticationResponseJSON | RegistrationResponseJSON): boolean {
  try {
    const data = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString()) as { readonly crossOrigin?: unknown };
    return data.crossOrigin !== undefined && data.crossOrigin !== false;
  } catch {
    return true;
  }
}

/** The verdict on a proof: the next counter, `copied` for one that went back, or undefined for a wrong proof. */
export async function checkedProof(
  { origin, hostname }: RelyingParty,
  challenge: string,
  response: AuthenticationResponseJSON,
  { id, publicKey, counter, rpId }: Passkey,
): Promise<number | "copied" | undefined> {
  if (rpId !== hostname || isFramed(response)) return undefined;
  const { verifyAuthenticationResponse } = await library();
  const verdict = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: hostname,
    requireUserVerification: true,
    credential: { id, publicKey, counter: 0 },
  }).catch(() => undefined);
  if (verdict?.verified !== true) return undefined;
  // The library checks the counter before the signature, so a forged answer would look like a copy.
  const next = verdict.authenticationInfo.newCounter;
  return (next > 0 || counter > 0) && next <= counter ? "copied" : next;
}
