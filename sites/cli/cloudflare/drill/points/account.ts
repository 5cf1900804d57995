/**
 * Checks that a stand-in for the provider cannot pass, because it has no paid plans and runs everything in one process.
 * The evidence states the reason for each.
 */
import { dispatchNamespaceOf, dispatchNamespaces } from "../../../../platform/provider/namespaces.ts";
import { type DrillCheck, blocked, haveLogins, judged } from "../session/check.ts";
import { isGood } from "../session/session.ts";

const entitled: DrillCheck = {
  id: "account.entitlement",
  point: 1,
  title: "the account is entitled to dispatch namespaces",
  async run({ plan: { provider, isRehearsal } }) {
    if (isRehearsal) return blocked("account", "The simulated provider has no entitlements, so it refuses nobody.");
    return judged((await provider.client.list(dispatchNamespaces(provider.account))).ok);
  },
};

const untrusted: DrillCheck = {
  id: "account.untrusted",
  point: 1,
  title: "tenants' workers run in untrusted mode, and each has its own cache",
  async run({ plan: { provider, namespace, isRehearsal } }) {
    if (isRehearsal) return blocked("account", "One machine has no untrusted mode: all workers share one process.");
    const read = await provider.client.ask(dispatchNamespaceOf(provider.account, namespace));
    return read.ok ? judged(read.value.trusted_workers === false) : blocked("answer");
  },
};

const lending: DrillCheck = {
  id: "account.lending",
  point: 1,
  title: "functions that a call passes along work across the dispatch namespace",
  async run(session) {
    if (session.plan.isRehearsal) return blocked("account", "On one machine, calls stay in one process.");
    if (!haveLogins(session)) return blocked("login");
    // The workspace reads audit through the platform binding that the dispatcher lends for the call.
    return judged(isGood(await session.member(session.a, { method: "GET", path: "/api/audit" })));
  },
};

const limits: DrillCheck = {
  id: "account.limits",
  point: 1,
  title: "the platform ends a call that exceeds its limits",
  isOnlyNamed: true,
  run: async () => blocked("account", "One machine does not limit the time or requests of a dispatched call."),
};

export const ACCOUNT: readonly DrillCheck[] = [entitled, untrusted, lending, limits];
