/** Asks an identity provider everything that a login needs of it, and judges the answers. Changes nothing. */
import type { Finding } from "../../../cli/cloudflare/descriptor/check.ts";
import type { Verdict } from "../../../cli/cloudflare/doctor/doctor.ts";
import type { ProviderAnswer, AskProvider } from "./askProvider.ts";
import type { AskedProvider, Metadata } from "./askedProvider.ts";
import { findInKeys, findInKeysAddress, METADATA_CHECKS } from "./metadataChecks.ts";
import { findInAuthorization, findInToken, findInUserinfo } from "./requestChecks.ts";
import { silenceFinding } from "./silence.ts";

type Found = readonly Finding[] | undefined;

const verdict = (id: string, title: string, findings: Found): Verdict => ({
  id,
  title,
  outcome: findings === undefined ? "unchecked" : findings.length > 0 ? "found" : "passed",
  findings: findings ?? [],
});

/** Runs one check that asks the network. Nobody's answer is a finding. */
const asking = (where: string, find: () => Promise<Found>): Promise<Found> =>
  find().catch((error: unknown) => [silenceFinding(where, error)]);

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
  readonly findings: readonly Finding[];
}

async function discover(ask: AskProvider, { issuer, jwksUri }: AskedProvider): Promise<Discovered> {
  const where = metadataAddress(issuer);
  // With an address of the keys, logins do without the metadata.
  const level = jwksUri === undefined ? "error" : "warning";
  try {
    const answer = await ask({ address: where, headers: { accept: "application/json" } });
    const metadata = objectIn(answer);
    if (metadata) return { metadata, findings: [] };
    const found = answer.status === 200 ? "an answer that is no JSON object" : `status ${answer.status}`;
    const mend = "Correct issuer: it is the address before /.well-known/openid-configuration.";
    return { metadata, findings: [{ level, where, found, allowed: "the provider's metadata", mend }] };
  } catch (error) {
    return { metadata: undefined, findings: [{ ...silenceFinding(where, error), level }] };
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
export async function diagnoseIdentity(ask: AskProvider, asked: AskedProvider): Promise<Verdict[]> {
  const { metadata, findings } = await discover(ask, asked);
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
  return [verdict("identity.metadata", "the provider answers with its metadata", findings), ...judged, ...answered];
}
