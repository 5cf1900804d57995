import { RpcTarget } from "cloudflare:workers";
import { MAIL_MAX_BYTES, MAIL_SEND_MS } from "../../../manifests/bounds/forms.ts";
import { LENT_MAX_CHARS, LENT_MS } from "../../../manifests/bounds/hosting.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { AuditPayload } from "../../../runtime/commands/outbox.ts";
import type { Role } from "../../../runtime/commands/permissions.ts";
import { isMailAddress } from "../../../runtime/forms/mailAddress.ts";
import {
  type MailOutcome,
  type ReadyLetter,
  headerLine,
  isUnsubscribeAddress,
  readyLetterShape,
} from "../../../runtime/mail/power.ts";
import { letterId } from "../../../runtime/mail/views.ts";
import { hostnameIn, isHostKey, tenantKey } from "../../../runtime/serving/publicKeys.ts";
import { RATE_POLICIES } from "../../../runtime/tenancy/rateLimits.ts";
import type { PluginArtifact } from "../../../sandbox/artifact.ts";
import type { LeaseStub } from "../../../sandbox/invocation.ts";
import type { PluginSandbox } from "../../../sandbox/pluginSandbox.ts";
import { isLinkOpen } from "../../control/people/invitations.ts";
import { auditLog } from "../../control/records/audit.ts";
import { spendOf } from "../../control/records/rateLimits.ts";
import { roleOf } from "../../control/people/members.ts";
import { trustChanges } from "../../control/operators/trustKeys.ts";
import { digestProof, sha256Hex } from "../../platform/keys/digest.ts";
import { mailOf } from "../../platform/mail/mailOf.ts";
import { namedPageCache } from "../../platform/pageCache/namedPageCache.ts";
import { withoutDisposer } from "../../platform/tenants/stubs.ts";
import type { Platform, StoreKeys } from "../../platform/tenants/platform.ts";
import type { DispatchEnv } from "./env.ts";
import { hostnamesOfTenant } from "../../control/tenants/hostnames.ts";

/**
 * The platform that is lent to one tenant's worker for one call. It checks all arguments, because a tenant's worker is
 * not trusted. After the call it refuses, even if the worker kept it.
 */
export class LentPlatform extends RpcTarget implements Platform {
  readonly #env: DispatchEnv;
  readonly #tenant: string;
  readonly #until: number;
  #hasEnded = false;
  #hostnames: Promise<ReadonlySet<string>> | undefined;

  constructor(env: DispatchEnv, tenant: string) {
    super();
    this.#env = env;
    this.#tenant = tenant;
    this.#until = Date.now() + LENT_MS;
  }

  /** Ends the loan. The method is static, so the borrower cannot call it by RPC. */
  static end(platform: LentPlatform): void {
    platform.#hasEnded = true;
  }

  async available(): Promise<{ readonly available: boolean }> {
    return withoutDisposer(await this.#sandbox().availability());
  }

  async invoke(place: string, call: string, lease: LeaseStub): Promise<string> {
    const target = JSON.parse(bounded(place)) as { readonly tenant?: unknown };
    if (target.tenant !== this.#tenant) throw foreign();
    return this.#sandbox().invoke(place, call, lease);
  }

  async putArtifact(digest: string, artifact: PluginArtifact): ReturnType<PluginSandbox["put"]> {
    return withoutDisposer(await this.#sandbox().put(digest, artifact));
  }

  async evict({
    site,
    plugin,
  }: {
    readonly site: string;
    readonly plugin: string;
  }): Promise<{ readonly ended: number }> {
    return withoutDisposer(await this.#sandbox().evict({ tenant: this.#tenant, site, plugin }));
  }

  async readText(key: string): Promise<string | null> {
    this.#stillHolds();
    const value = await this.#env.PUBLIC_CONTENT.get(this.#readable(key), "text");
    return value !== null && isHostKey(key) && tenantIn(value) !== this.#tenant ? null : value;
  }

  async write(key: string, value: string): Promise<void> {
    this.#stillHolds();
    if (isHostKey(key) && (tenantIn(value) !== this.#tenant || !(await this.#owns(hostnameIn(key))))) throw foreign();
    await this.#env.PUBLIC_CONTENT.put(this.#readable(key), value, { metadata: await digestProof(value) });
  }

  async remove(key: string): Promise<void> {
    if (isHostKey(key) && (await this.readText(key)) === null) return;
    this.#stillHolds();
    await this.#env.PUBLIC_CONTENT.delete(this.#readable(key));
  }

  async listKeys(prefix: string, limit: number, cursor: string | null): Promise<StoreKeys> {
    this.#stillHolds();
    if (isHostKey(prefix)) throw foreign();
    const page = await this.#env.PUBLIC_CONTENT.list({
      prefix: this.#readable(prefix),
      limit,
      ...(cursor === null ? {} : { cursor }),
    });
    return { keys: page.keys.map(({ name }) => name), next: page.list_complete ? null : page.cursor };
  }

  async purge(keys: readonly string[]): Promise<void> {
    this.#stillHolds();
    const names = new Set(keys.map((key) => new URL(key).hostname));
    for (const name of names) if (!(await this.#owns(name))) throw foreign();
    await namedPageCache().purge(keys);
  }

  async recordAudit(rows: readonly string[]): Promise<void> {
    this.#stillHolds();
    await auditLog(this.#env.DB).write(
      this.#tenant,
      rows.map((row) => bounded(row)),
    );
  }

  async readAudit(sites: readonly string[], before: number, most: number): Promise<AuditPayload[]> {
    this.#stillHolds();
    return auditLog(this.#env.DB).read(this.#tenant, sites, before, most);
  }

  async answers(): Promise<boolean> {
    this.#stillHolds();
    return auditLog(this.#env.DB).isThere();
  }

  async roleOf(site: string, identity: string): Promise<Role | undefined> {
    this.#stillHolds();
    return roleOf(this.#env.DB)({ tenant: this.#tenant, site, identity });
  }

  async isLinkOpen(site: string, link: string): Promise<boolean> {
    this.#stillHolds();
    return isLinkOpen(this.#env.DB, Date.now)({ tenant: this.#tenant, site, link });
  }

  /** Sends a letter from the deployment's own address, within the tenant's share of an hour. */
  async sendLetter(text: string): Promise<MailOutcome> {
    this.#stillHolds();
    const mail = mailOf(this.#env);
    const letter = letterIn(text);
    if (!mail) return NO_MAIL;
    const id = await sha256Hex(JSON.stringify(["mail-lent", this.#tenant]));
    const { allowed } = await spendOf(this.#env.DB, id, RATE_POLICIES["mail-lent"], Date.now());
    return allowed ? mail.send(letter, AbortSignal.timeout(MAIL_SEND_MS)) : TOO_MANY;
  }

  async trustChanges(): Promise<string | undefined> {
    this.#stillHolds();
    return trustChanges(this.#env.DB)();
  }

  #stillHolds(): void {
    if (this.#hasEnded || Date.now() > this.#until)
      throw new Refusal("FORBIDDEN", { reason: "The call that this was lent to is over." });
  }

  #sandbox(): PluginSandbox {
    this.#stillHolds();
    if (!this.#env.PLUGIN_SANDBOX) throw new Refusal("PLUGIN_UNAVAILABLE");
    return this.#env.PLUGIN_SANDBOX;
  }

  /** Returns the key if it belongs to this tenant, or to a hostname. Throws for any other. */
  #readable(key: string): string {
    if (typeof key !== "string" || !(isHostKey(key) || key.startsWith(tenantKey(this.#tenant, "")))) throw foreign();
    return key;
  }

  async #owns(hostname: string): Promise<boolean> {
    this.#hostnames ??= hostnamesOfTenant(this.#env.DB, this.#tenant);
    return (await this.#hostnames).has(hostname);
  }
}

const foreign = (): Refusal => new Refusal("FORBIDDEN", { reason: "That is another tenant's." });

function bounded(text: string, most = LENT_MAX_CHARS): string {
  if (typeof text !== "string" || text.length > most) throw new Refusal("TOO_LARGE");
  return text;
}

const later = (reason: string): MailOutcome => ({ isSent: false, isFinal: false, reason });
const NO_MAIL = later("the deployment has no mail server");
const TOO_MANY = later("too many letters of this tenant in an hour");

/** A letter to one address, whose lines are lines. The workspace writes no other; a tenant's worker may try. */
function letterIn(text: string): ReadyLetter {
  const letter = readyLetterShape.safeParse(JSON.parse(bounded(text, MAIL_MAX_BYTES)));
  if (!letter.success || !isPlain(letter.data)) throw new Refusal("INVALID_REQUEST", { reason: "not a letter" });
  return letter.data;
}

const isPlain = ({ id, to, from, replyTo, subject, unsubscribe }: ReadyLetter): boolean =>
  [to, ...(replyTo === null ? [] : [replyTo])].every(isMailAddress) &&
  [from, subject].every((line) => headerLine(line) === line) &&
  (unsubscribe === undefined || isUnsubscribeAddress(unsubscribe)) &&
  letterId.safeParse(id).success;

function tenantIn(value: string): unknown {
  return (JSON.parse(value) as { readonly tenant?: unknown }).tenant;
}
