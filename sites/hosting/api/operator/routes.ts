import * as z from "zod/mini";
import { SMALL_BODY_MAX_BYTES } from "../../../../manifests/bounds/api.ts";
import { PROVISION_MAX_BYTES, RECORD_ID_MAX_CHARS } from "../../../../manifests/bounds/operators.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { nameShape } from "../../../../manifests/shapes/shape.ts";
import { backupsView, eraseRequest, restoreRequest, rewindRequest } from "../../../../runtime/backups/views.ts";
import { TENANT_STATUSES } from "../../../../runtime/tenancy/tenant.ts";
import { provisioned, provisioning, siteIdsShape } from "../../provisioning/payload.ts";
import { provision } from "../../provisioning/provision.ts";
import { listUnfinished, releaseUnfinished } from "./unfinished.ts";
import { normaliseHostname } from "../../names/hostname.ts";
import { eraseWorkspace } from "../backups/erase.ts";
import { listBackups } from "../backups/list.ts";
import { restoreWorkspace } from "../backups/restore.ts";
import { rewindTenant } from "../backups/rewind.ts";
import { listDeadLetters, replayDeadLetter } from "./deadLetters.ts";
import { listAllDomains } from "../hostnames/listAll.ts";
import { releaseDomain } from "../hostnames/release.ts";
import { verifyDomain } from "../hostnames/verify.ts";
import { resealTenant } from "./resealing.ts";
import { word } from "../request/parameter.ts";
import { statusReport } from "./status.ts";
import { putTenantStatus } from "./tenants.ts";
import { eventsView, listEvents } from "./events.ts";
import { indexChangedView, listedIndexesView, listIndexes, newIndex, putIndex, removeIndex } from "./indexes.ts";
import type { OperatorCall, OperatorRoute } from "./route.ts";
import { creating, plain, taking } from "./route.ts";
import { listTokens, madeTokenView, makeToken, newToken, revokeToken, revokedTokenView, tokensView } from "./tokens.ts";
import { addTrustKey, listTrustKeys, newTrustKey, revokeTrustKey, trustChangedView, trustKeysView } from "./trust.ts";
import {
  deadLetterView,
  deadLettersView,
  domainsView,
  erasedView,
  releasedView,
  resealedView,
  restoredView,
  rewoundView,
  siteReleasedView,
  statusView,
  tenantStatusView,
  unfinishedView,
  verifiedView,
} from "./views.ts";

const tenant = word(z.string(), "Id of a tenant.");
const site = word(z.string(), "Id of a site of the tenant.");
const hostname = word(z.string(), "A hostname in lower case and punycode.");
const letter = word(z.string().check(z.maxLength(RECORD_ID_MAX_CHARS)), "Id of a dead letter.");

const named = ({ params }: OperatorCall, name: string): string => params[name] ?? "";

function hostnameIn(call: OperatorCall): string {
  const name = named(call, "hostname");
  if (normaliseHostname(name) !== name) throw new Refusal("NOT_FOUND");
  return name;
}

/** All operator routes. Each request may be repeated: it then finishes an interrupted one, or changes nothing. */
export const OPERATOR_ROUTES: readonly OperatorRoute[] = [
  creating(PROVISION_MAX_BYTES, provisioning, {
    method: "POST",
    path: "/api/admin/provision",
    summary: "Create a site with its hostname, owners, documents and theme, or confirm that it exists exactly so.",
    output: provisioned,
    refuses: ["SITE_PROVISION_CONFLICT", "SITE_INITIALIZATION_CONFLICT", "TENANT_READ_ONLY", "TENANT_SUSPENDED"],
    async run({ env, body, request, audit }) {
      const value = await provision(env, body, { url: new URL(request.url), ...audit });
      return { status: value.created ? 201 : 200, value };
    },
  }),
  plain({
    method: "GET",
    path: "/api/admin/provisionings",
    summary: "List provisionings that have their records and were never opened.",
    paged: true,
    output: unfinishedView,
    run: ({ env, cursor }) => listUnfinished(env, cursor),
  }),
  plain({
    method: "POST",
    path: "/api/admin/provisionings/{tenant}/{site}/release",
    summary: "Give an unfinished provisioning up: its hostname, its people and its site are free again.",
    params: { tenant, site },
    output: siteReleasedView,
    refuses: ["CONFLICT"],
    run: (call) =>
      releaseUnfinished(call.env, { tenant: named(call, "tenant"), site: named(call, "site") }, call.audit),
  }),
  plain({
    method: "GET",
    path: "/api/admin/status",
    summary: "What can run here, and how each tenant's workspace is.",
    paged: true,
    output: statusView,
    run: ({ env, cursor }) => statusReport(env, cursor),
  }),
  plain({
    method: "GET",
    path: "/api/admin/dead-letters",
    summary: "List publications that could not be carried, newest first.",
    paged: true,
    output: deadLettersView,
    run: ({ env, cursor }) => listDeadLetters(env, cursor),
  }),
  plain({
    method: "POST",
    path: "/api/admin/dead-letters/{id}/replay",
    summary: "Queue the publication of a dead letter again.",
    params: { id: letter },
    output: deadLetterView,
    refuses: ["CONFLICT"],
    async run(call) {
      const id = named(call, "id");
      if (id.length > RECORD_ID_MAX_CHARS) throw new Refusal("NOT_FOUND");
      return replayDeadLetter(call.env, id, { command: "dead_letter.replay", ...call.audit });
    },
  }),
  taking(SMALL_BODY_MAX_BYTES, z.strictObject({ status: z.enum(TENANT_STATUSES) }), {
    method: "PUT",
    path: "/api/admin/tenants/{id}/status",
    summary: "Say what a tenant may do from now on.",
    params: { id: tenant },
    output: tenantStatusView,
    run: (call) => putTenantStatus(call.env, named(call, "id"), call.body.status, call.audit),
  }),
  plain({
    method: "GET",
    path: "/api/admin/tenants/{id}/backups",
    summary: "List a tenant's backups, newest first, also while its workspace is empty.",
    params: { id: tenant },
    output: backupsView,
    run: (call) => listBackups(call.env, named(call, "id")),
  }),
  taking(SMALL_BODY_MAX_BYTES, restoreRequest, {
    method: "POST",
    path: "/api/admin/tenants/{id}/restore",
    summary: "Put a backup into a tenant's empty workspace.",
    params: { id: tenant },
    output: restoredView,
    refuses: ["CONFLICT"],
    run: (call) => restoreWorkspace(call.env, named(call, "id"), call.body, call.audit),
  }),
  taking(SMALL_BODY_MAX_BYTES, eraseRequest, {
    method: "POST",
    path: "/api/admin/tenants/{id}/erase",
    summary: "Empty a suspended tenant's workspace, of which an archive has everything.",
    params: { id: tenant },
    output: erasedView,
    refuses: ["CONFLICT"],
    run: (call) => eraseWorkspace(call.env, named(call, "id"), call.body, call.audit),
  }),
  taking(SMALL_BODY_MAX_BYTES, rewindRequest, {
    method: "POST",
    path: "/api/admin/tenants/{id}/rewind",
    summary: "Take a tenant's workspace back to an earlier moment by the platform's log.",
    params: { id: tenant },
    output: rewoundView,
    refuses: ["CONFLICT", "REWIND_UNAVAILABLE"],
    run: (call) => rewindTenant(call.env, named(call, "id"), call.body, call.audit),
  }),
  plain({
    method: "POST",
    path: "/api/admin/tenants/{id}/reseal",
    summary:
      "Seal the secrets among a tenant's plugin settings with the secret in use. `closed` counts those that no listed secret opens.",
    params: { id: tenant },
    output: resealedView,
    refuses: ["PLUGIN_UNAVAILABLE"],
    run: (call) => resealTenant(call.env, named(call, "id"), call.audit),
  }),
  plain({
    method: "GET",
    path: "/api/admin/domains",
    summary: "List every hostname, by name: those that are served and those that sites ask for.",
    paged: true,
    output: domainsView,
    run: ({ env, cursor, audit }) => listAllDomains(env, audit.at, cursor),
  }),
  taking(SMALL_BODY_MAX_BYTES, siteIdsShape, {
    method: "POST",
    path: "/api/admin/domains/{hostname}/verify",
    summary: "Serve a site under a hostname it has asked for. Requests of other sites for it end.",
    params: { hostname },
    output: verifiedView,
    refuses: ["CONFLICT"],
    run: (call) => verifyDomain(call.env, hostnameIn(call), call.body, call.audit),
  }),
  taking(SMALL_BODY_MAX_BYTES, siteIdsShape, {
    method: "POST",
    path: "/api/admin/domains/{hostname}/release",
    summary:
      "Take a hostname from a site that is served under it or asks for it. The name its pages are published under stays.",
    params: { hostname },
    output: releasedView,
    refuses: ["CONFLICT"],
    run: (call) => releaseDomain(call.env, hostnameIn(call), call.body, call.audit),
  }),
  creating(SMALL_BODY_MAX_BYTES, newToken, {
    method: "POST",
    path: "/api/admin/tokens",
    summary: "Make a token of an operator, with a name and an end. It is said once.",
    output: madeTokenView,
    refuses: ["CONFLICT"],
    secretOnly: true,
    run: async (call) => ({ status: 201, value: await makeToken(call) }),
  }),
  plain({
    method: "GET",
    path: "/api/admin/tokens",
    summary: "List the operators' tokens: name, since, end and last use.",
    output: tokensView,
    secretOnly: true,
    run: listTokens,
  }),
  plain({
    method: "DELETE",
    path: "/api/admin/tokens/{name}",
    summary: "Revoke an operator's token. It ends at once.",
    params: { name: word(z.string(), "Name of a token.") },
    output: revokedTokenView,
    secretOnly: true,
    run: revokeToken,
  }),
  taking(SMALL_BODY_MAX_BYTES, newTrustKey, {
    method: "POST",
    path: "/api/admin/trust-keys",
    summary: "Trust a key whose plugins may be installed from now on, without a new deployment.",
    output: trustChangedView,
    refuses: ["CONFLICT"],
    secretOnly: true,
    run: addTrustKey,
  }),
  plain({
    method: "GET",
    path: "/api/admin/trust-keys",
    summary: "List the keys that were trusted or revoked beside the deployment's own list.",
    output: trustKeysView,
    run: listTrustKeys,
  }),
  plain({
    method: "DELETE",
    path: "/api/admin/trust-keys/{kid}",
    summary: "Revoke a key for good. Plugins that only it signed stop at once, everywhere.",
    params: { kid: word(z.string(), "Thumbprint of a key (RFC 7638).") },
    output: trustChangedView,
    run: revokeTrustKey,
  }),
  taking(SMALL_BODY_MAX_BYTES, newIndex, {
    method: "POST",
    path: "/api/admin/plugin-indexes",
    summary: "List an index of plugins for members to search, or change how it is listed. It grants nothing.",
    output: indexChangedView,
    refuses: ["CONFLICT"],
    secretOnly: true,
    run: putIndex,
  }),
  plain({
    method: "GET",
    path: "/api/admin/plugin-indexes",
    summary: "List the indexes of plugins that members may search, each with how it stands.",
    output: listedIndexesView,
    run: listIndexes,
  }),
  plain({
    method: "DELETE",
    path: "/api/admin/plugin-indexes/{index}",
    summary: "List an index no longer. Plugins that were added from it stay.",
    params: { index: word(nameShape, "Name of an index.") },
    output: indexChangedView,
    run: removeIndex,
  }),
  plain({
    method: "GET",
    path: "/api/admin/security-events",
    summary: "List refused bearers and what became of tokens, newest first.",
    paged: true,
    output: eventsView,
    run: ({ env, cursor }) => listEvents(env.DB, cursor),
  }),
];
