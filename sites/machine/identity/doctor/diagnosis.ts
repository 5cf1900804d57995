/** Asks an identity provider everything that a login needs of it, and judges the answers. Changes nothing. */
import type { Finding } from "../../../cli/cloudflare/descriptor/check.ts";
import type { Verdict } from "../../../cli/cloudflare/doctor/doctor.ts";
import type { ProviderAnswer, AskProvider } from "./askProvider.ts";
import type { AskedProvider, Metadata } from "./askedProvider.ts";
import { findInKeys, findInKeysAddress, METADATA_CHECKS } from "./metadataChecks.ts";
import { findInAuthorization, findInToken, findInUserinfo } from "./requestChecks.ts";
import { askingPatiently, PassingFault, silenceFinding } from "./silence.ts";

/** Findings. Undefined or a passing fault: the check could not run. */
type Found = readonly Finding[] | PassingFault | undefined;

function verdict(id: string, title: string, found: Found): Verdict {
  if (found instanceof PassingFault) return { id, title, outcome: "unchecked", findings: [found.finding] };
  return {
    id,
    title,
    outcome: found === undefined ? "unchecked" : found.length > 0 ? "found" : "passed",
    findings: found ?? [],
  };
}

/** Runs one check that asks the network. A silence that does not pass is a finding. */
const asking = (where: string, find: () => Promise<Found>): Promise<Found> =>
  find().catch((error: unknown) => (error instanceof PassingFault ? error : [silenceFinding(where, error)]));

/** The address of the provider's metadata. */
const metadataAddress = (issuer: string): string => `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;

function objectIn({ status, text }: ProviderAnswer): Metadata | undefined {
  if (status !== 200) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Metadata) : undefined;
  } catch {
    return undefined;
  }
}

interface Discovered {
  readonly metadata: Metadata | undefined;
  readonly found: Found;
}

async function discover(ask: AskProvider, { issuer, jwksUri }: AskedProvider): Promise<Discovered> {
  const where = metadataAddress(issuer);
  // With an address of the keys, logins do without the metadata.
  const level = jwksUri === undefined ? "error" : "warning";
  try {
    const answer = await ask({ address: where, headers: { accept: "application/json" } });
    const metadata = objectIn(answer);
    if (metadata) return { metadata, found: [] };
    const shown = answer.status === 200 ? "an answer that is no JSON object" : `status ${answer.status}`;
    const mend = "Correct issuer: it is the address before /.well-known/openid-configuration.";
    return { metadata, found: [{ level, where, found: shown, allowed: "the provider's metadata", mend }] };
  } catch (error) {
    if (error instanceof PassingFault) return { metadata: undefined, found: error };
    return { metadata: undefined, found: [{ ...silenceFinding(where, error), level }] };
  }
}

async function findKeys(ask: AskProvider, asked: AskedProvider, metadata: Metadata | undefined): Promise<Found> {
  const address = asked.jwksUri ?? metadata?.["jwks_uri"];
  if (asked.jwksUri === undefined && metadata === undefined) return undefined;
  const fault = findInKeysAddress(address, asked);
  if (fault) return [fault];
  const where = String(address);
  return asking(where, async () => {
    const answer = await ask({ address: where, headers: { accept: "application/json" } });
    return findInKeys(where, objectIn(answer));
  });
}

/** Diagnoses the provider. Each check that lacks an answer of another one is `unchecked`, which is no pass. */
export async function diagnoseIdentity(askOnce: AskProvider, asked: AskedProvider): Promise<Verdict[]> {
  const ask = askingPatiently(askOnce);
  const { metadata, found: discovered } = await discover(ask, asked);
  // Logins with an address of the keys do without the metadata, and so do these checks.
  const judged = (metadata === undefined && asked.jwksUri !== undefined ? [] : METADATA_CHECKS).map(
    ({ id, title, find }) => verdict(id, title, metadata === undefined ? undefined : find(metadata, asked)),
  );
  const { authorizationEndpoint, tokenEndpoint, userinfoEndpoint, applications } = asked;
  const answered = await Promise.all([
    findKeys(ask, asked, metadata).then((found) =>
      verdict("identity.keys", "the provider publishes keys that logins accept", found),
    ),
    asking(userinfoEndpoint, () => findInUserinfo(ask, asked)).then((found) =>
      verdict("identity.userinfo", "the UserInfo endpoint is there", found),
    ),
    ...applications.flatMap((one) => [
      asking(authorizationEndpoint, () => findInAuthorization(ask, asked, one)).then((found) =>
        verdict(
          `identity.${one.name}`,
          `the provider knows the application of the ${one.name} and its addresses`,
          found,
        ),
      ),
      asking(tokenEndpoint, () => findInToken(ask, { asked, metadata }, one)).then((found) =>
        verdict(`identity.${one.name}.proof`, `the provider takes the proof of the ${one.name}`, found),
      ),
    ]),
  ]);
  return [verdict("identity.metadata", "the provider answers with its metadata", discovered), ...judged, ...answered];
}
