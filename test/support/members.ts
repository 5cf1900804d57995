import { createHash, randomUUID } from "node:crypto";
import type { Role } from "../../runtime/commands/permissions.ts";
import { LOGIN_COOKIE } from "../../sites/web/auth/cookies.ts";
import { newSecret } from "../../sites/platform/login/secret.ts";
import { writeToken } from "../../sites/platform/login/token.ts";
import type { Driver } from "./driver.ts";

/** The site of the new members, and the secret that signs logins. */
export interface Membership {
  readonly tenant: string;
  readonly site: string;
  readonly hostname: string;
  readonly signedWith: string;
  readonly role: Role;
}

/** A member who is logged in. */
export interface Member {
  /** Id of the identity. */
  readonly id: string;
  readonly cookie: string;
}

const LIFETIME_MS = 3_600_000;

const digest = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Inserts all rows from one JSON parameter, because D1 allows a hundred parameters. */
const INSERTS: readonly string[] = [
  `INSERT INTO identities (id, issuer, subject, created_at)
    SELECT value ->> 'id', 'http://identity.localhost', value ->> 'subject', 0 FROM json_each(?1)`,
  `INSERT INTO memberships (tenant_id, site_id, identity_id, role, created_at)
    SELECT value ->> 'tenant', value ->> 'site', value ->> 'id', value ->> 'role', 0 FROM json_each(?1)`,
  `INSERT INTO login_sessions (id, identity_id, tenant_id, site_id, hostname, created_at, expires_at)
    SELECT value ->> 'login', value ->> 'id', value ->> 'tenant', value ->> 'site', value ->> 'hostname', value ->> 'at', value ->> 'end'
    FROM json_each(?1)`,
];

/**
 * Creates members and logs them in directly, with a row and a signed cookie each. The identity provider knows only four
 * people, and logins have a rate limit.
 */
export async function loggedInMembers(driver: Driver, count: number, membership: Membership): Promise<Member[]> {
  const at = Date.now();
  const people = Array.from({ length: count }, () => ({ subject: randomUUID(), secret: newSecret() }));
  const rows = people.map(({ subject, secret }) => ({
    ...membership,
    signedWith: undefined,
    subject,
    login: digest(secret),
    at,
    end: at + LIFETIME_MS,
    id: idOf(subject),
  }));
  for (const query of INSERTS) await driver.post("sql", { query, values: [JSON.stringify(rows)] });
  return Promise.all(
    people.map(async ({ subject, secret }) => ({ id: idOf(subject), cookie: await cookieOf(membership, secret, at) })),
  );
}

const idOf = (subject: string): string => digest(JSON.stringify(["http://identity.localhost", subject]));

async function cookieOf({ signedWith, hostname }: Membership, secret: string, now: number): Promise<string> {
  return `${LOGIN_COOKIE}=${await writeToken(signedWith, { kind: "svc-session+jwt", hostname, secret, now, lifetime: LIFETIME_MS })}`;
}
