import * as z from "zod/mini";
import { SMALL_BODY_MAX_BYTES } from "../../../../manifests/bounds/api.ts";
import { PROVISION_MAX_BYTES, RECORD_ID_MAX_CHARS } from "../../../../manifests/bounds/operators.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { nameShape } from "../../../../manifests/shapes/shape.ts";
import { TENANT_STATUSES } from "../../../../runtime/tenancy/tenant.ts";
import { VISITS_MESSAGE_MAX_BYTES } from "../../../../manifests/bounds/publicContent.ts";
import { machineVisits, machineVisitsView } from "../../../../runtime/visits/views.ts";
import { handOn } from "../../visits/handOn.ts";
import { provisioned, provisioning, siteIdsShape } from "../../provisioning/payload.ts";
import { provision } from "../../provisioning/provision.ts";
import { listUnfinished, releaseUnfinished } from "./unfinished.ts";
import { normaliseHostname } from "../../names/hostname.ts";
import { BACKUP_ROUTES } from "./backupRoutes.ts";
import { listDeadLetters, replayDeadLetter } from "./deadLetters.ts";
import { listAllDomains } from "../hostnames/listAll.ts";
import { putPrimary } from "../hostnames/primary.ts";
import { releaseDomain } from "../hostnames/release.ts";
import { verifyDomain } from "../hostnames/verify.ts";
import { recopyTenant } from "./recopying.ts";
import { resealTenant } from "./resealing.ts";
import { word } from "../request/parameter.ts";
import { statusReport } from "./status.ts";
import { putTenantStatus } from "./tenants.ts";
import { eventsView, listEvents } from "./events.ts";
import { indexChangedView, listedIndexesView, listIndexes, newIndex, putIndex, removeIndex } from "./indexes.ts";
import { IDENTITY_ROUTES } from "./identities.ts";
import { MEMBER_ROUTES } from "./memberRoutes.ts";
import { SITE_ROUTES } from "./siteRoutes.ts";
import { type OperatorCall, type OperatorRoute, creating, plain, taking } from "./route.ts";
import { listTokens, madeTokenView, makeToken, newToken, revokeToken, revokedTokenView, tokensView } from "./tokens.ts";
import { addTrustKey, listTrustKeys, newTrustKey, revokeTrustKey, trustChangedView, trustKeysView } from "./trust.ts";
import {
  deadLetterView,
  deadLettersView,
  domainsView,
  releasedView,
  recopiedView,
  resealedView,
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
    summary:
      "Create a site with its hostname, owners, documents and theme. If the site exists with exactly these values, the answer confirms that and nothing changes.",
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
    summary: "List unfinished provisionings: their records exist, but the site was never opened.",
    paged: true,
    output: unfinishedView,
    run: ({ env, cursor }) => listUnfinished(env, cursor),
  }),
  plain({
    method: "POST",
    path: "/api/admin/provisionings/{tenant}/{site}/release",
    summary:
      "Release an unfinished provisioning: delete its records, so that its hostname and site id can be used again.",
    params: { tenant, site },
    output: siteReleasedView,
    refuses: ["CONFLICT"],
    run: (call) =>
      releaseUnfinished(call.env, { tenant: named(call, "tenant"), site: named(call, "site") }, call.audit),
  }),
  plain({
    method: "GET",
    path: "/api/admin/status",
    summary: "Report whether plugin code can run, and the state of each tenant's workspace.",
    paged: true,
    output: statusView,
    run: ({ env, cursor }) => statusReport(env, cursor),
  }),
  plain({
    method: "GET",
    path: "/api/admin/dead-letters",
    summary: "List dead letters, newest first: publications that could not be delivered.",
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
    summary: "Set the status of a tenant: active, read_only or suspended.",
    params: { id: tenant },
    output: tenantStatusView,
    run: (call) => putTenantStatus(call.env, named(call, "id"), call.body.status, call.audit),
  }),
  ...BACKUP_ROUTES,
  plain({
    method: "POST",
    path: "/api/admin/tenants/{id}/reseal",
    summary:
      "Encrypt the secrets in a tenant's plugin settings again, with the current key. `closed` counts the secrets that no listed key can decrypt.",
    params: { id: tenant },
    output: resealedView,
    refuses: ["PLUGIN_UNAVAILABLE"],
    run: (call) => resealTenant(call.env, named(call, "id"), call.audit),
  }),
  plain({
    method: "POST",
    path: "/api/admin/tenants/{id}/recopy",
    summary:
      "Copy what a tenant's sites have published to the public store again, after the store has lost values. `sites` are those with a publication.",
    params: { id: tenant },
    output: recopiedView,
    run: (call) => recopyTenant(call.env, named(call, "id"), call.audit),
  }),
  taking(VISITS_MESSAGE_MAX_BYTES, machineVisits, {
    method: "POST",
    path: "/api/admin/visits",
    summary:
      "Add the visits that one machine answered from its page cache. The machine sends them by itself, once a minute. Hostnames that no site has are left out.",
    output: machineVisitsView,
    secretOnly: true,
    run: async ({ env, body, ctx }) => ({ counted: await handOn(body.hostnames, env, ctx) }),
  }),
  ...MEMBER_ROUTES,
  ...SITE_ROUTES,
  ...IDENTITY_ROUTES,
  plain({
    method: "GET",
    path: "/api/admin/domains",
    summary: "List all hostnames, by name: those that serve a site and those that a site has asked for.",
    paged: true,
    output: domainsView,
    run: ({ env, cursor, audit }) => listAllDomains(env, audit.at, cursor),
  }),
  taking(SMALL_BODY_MAX_BYTES, siteIdsShape, {
    method: "POST",
    path: "/api/admin/domains/{hostname}/verify",
    summary:
      "Verify a hostname: serve the site that asked for it. Requests of other sites for this hostname are deleted.",
    params: { hostname },
    output: verifiedView,
    refuses: ["CONFLICT"],
    run: (call) => verifyDomain(call.env, hostnameIn(call), call.body, call.audit),
  }),
  taking(SMALL_BODY_MAX_BYTES, siteIdsShape, {
    method: "POST",
    path: "/api/admin/domains/{hostname}/primary",
    summary: "Publish a site's pages under another hostname: one of the site, or a free one.",
    params: { hostname },
    output: releasedView,
    refuses: ["CONFLICT"],
    run: (call) => putPrimary(call.env, hostnameIn(call), call.body, call.audit),
  }),
  taking(SMALL_BODY_MAX_BYTES, siteIdsShape, {
    method: "POST",
    path: "/api/admin/domains/{hostname}/release",
    summary: "Release a hostname from the site that uses it or asked for it. The primary one cannot be released.",
    params: { hostname },
    output: releasedView,
    refuses: ["CONFLICT"],
    run: (call) => releaseDomain(call.env, hostnameIn(call), call.body, call.audit),
  }),
  creating(SMALL_BODY_MAX_BYTES, newToken, {
    method: "POST",
    path: "/api/admin/tokens",
    summary: "Create an operator token with a name and an expiry time. Only this answer shows the token.",
    output: madeTokenView,
    refuses: ["CONFLICT"],
    secretOnly: true,
    run: async (call) => ({ status: 201, value: await makeToken(call) }),
  }),
  plain({
    method: "GET",
    path: "/api/admin/tokens",
    summary: "List the operator tokens: name, creation, expiry and last use.",
    output: tokensView,
    secretOnly: true,
    run: listTokens,
  }),
  plain({
    method: "DELETE",
    path: "/api/admin/tokens/{name}",
    summary: "Revoke an operator token. The token stops working at once.",
    params: { name: word(z.string(), "Name of an operator token.") },
    output: revokedTokenView,
    secretOnly: true,
    run: revokeToken,
  }),
  taking(SMALL_BODY_MAX_BYTES, newTrustKey, {
    method: "POST",
    path: "/api/admin/trust-keys",
    summary: "Trust a key, without a new deployment. Sites can install plugins that this key signed.",
    output: trustChangedView,
    refuses: ["CONFLICT"],
    secretOnly: true,
    run: addTrustKey,
  }),
  plain({
    method: "GET",
    path: "/api/admin/trust-keys",
    summary: "List the keys that operators trusted or revoked, besides the keys in the deployment's configuration.",
    output: trustKeysView,
    run: listTrustKeys,
  }),
  plain({
    method: "DELETE",
    path: "/api/admin/trust-keys/{kid}",
    summary: "Revoke a key permanently. Plugins that only this key signed stop at once, on every site.",
    params: { kid: word(z.string(), "Thumbprint of a key (RFC 7638).") },
    output: trustChangedView,
    run: revokeTrustKey,
  }),
  taking(SMALL_BODY_MAX_BYTES, newIndex, {
    method: "POST",
    path: "/api/admin/plugin-indexes",
    summary: "Add an index of plugins that members can search, or change its settings. An index grants nothing.",
    output: indexChangedView,
    refuses: ["CONFLICT"],
    secretOnly: true,
    run: putIndex,
  }),
  plain({
    method: "GET",
    path: "/api/admin/plugin-indexes",
    summary: "List the indexes of plugins that members can search, each with its state.",
    output: listedIndexesView,
    run: listIndexes,
  }),
  plain({
    method: "DELETE",
    path: "/api/admin/plugin-indexes/{index}",
    summary: "Remove an index. Plugins that were installed from it stay.",
    params: { index: word(nameShape, "Name of an index.") },
    output: indexChangedView,
    run: removeIndex,
  }),
  plain({
    method: "GET",
    path: "/api/admin/security-events",
    summary: "List security events, newest first: refused bearer tokens, and tokens that were created or revoked.",
    paged: true,
    output: eventsView,
    run: ({ env, cursor }) => listEvents(env.DB, cursor),
  }),
];
