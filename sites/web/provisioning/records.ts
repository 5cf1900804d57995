import type { Issue } from "../../../manifests/refusals/refusal.ts";
import { findIdentityId } from "../../control/people/identities.ts";
import type { PresentRecords, ProvisionRecords } from "../../control/provisionings.ts";
import type { Provisioning } from "./payload.ts";

export async function makeRecords(
  db: D1Database,
  { tenant, site, domain, identities, insteadOf = [] }: Provisioning,
): Promise<ProvisionRecords> {
  const members = await Promise.all(
    identities.map(async ({ issuer, subject, role, name }) => ({
      id: await findIdentityId(db, issuer, subject),
      issuer,
      subject,
      role,
      name: name ?? null,
    })),
  );
  const replaced = await Promise.all(insteadOf.map(({ issuer, subject }) => findIdentityId(db, issuer, subject)));
  return { tenant, site, hostname: domain.hostname, members, replaced };
}

type Match = "equal" | "different" | "missing";

const matchOf = (found: unknown, equal: boolean): Match =>
  found === undefined ? "missing" : equal ? "equal" : "different";

/** Compares each requested record with the present one. */
function compare(wanted: ProvisionRecords, found: PresentRecords): { pointer: string; match: Match }[] {
  const { tenant, site, hostname } = wanted;
  const domain = found.domain;
  const isOurs =
    domain?.tenant === tenant.id && domain.site === site.id && domain.status === "verified" && domain.isPrimary === 1;
  return [
    { pointer: "/tenant", match: matchOf(found.tenant, found.tenant?.name === tenant.name) },
    { pointer: "/site", match: matchOf(found.site, found.site?.name === site.name) },
    { pointer: "/domain", match: matchOf(domain ?? found.primary, found.primary === hostname && isOurs) },
    ...wanted.members.map((member, index) => {
      const held = found.members.get(member.id);
      return {
        pointer: `/identities/${index}`,
        match: matchOf(held, held?.role === member.role && held.name === member.name),
      };
    }),
  ];
}

/**
 * Lists records that contradict the request. A missing record contradicts only a sealed site. The list does not reveal
 * the present values, which may belong to another tenant.
 */
export function contradictions(wanted: ProvisionRecords, found: PresentRecords): Issue[] {
  const isComplete = found.site?.provisioned != null;
  return compare(wanted, found)
    .filter(({ match }) => match === "different" || (match === "missing" && isComplete))
    .map(({ pointer, match }) => ({
      pointer,
      found: match === "missing" ? "no such record of this site" : "a record with other values",
      allowed: pointer.startsWith("/identities/")
        ? "the values this site was provisioned with; before anybody logs in, insteadOf names owners to replace"
        : "the values this site was provisioned with",
    }));
}
