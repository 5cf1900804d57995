/**
 * Checks that the two families stay apart. In a managed deployment the dispatcher is the only way to tenants; elsewhere
 * nothing may bind it.
 */
import { MANAGED, familyOption } from "../descriptor/family.ts";
import { type Fact, bindingFacts } from "../descriptor/facts.ts";
import { DISPATCHER } from "../../../platform/tenants/names.ts";
import { DISPATCH_BINDING } from "../descriptor/managed.ts";
import type { Check, Finding, PreparedWorker } from "../descriptor/check.ts";

/** Bindings that reach tenants or their code without the dispatcher. */
const DIRECT = new Set(["TENANT_WORKSPACE", "PLUGIN_SANDBOX"]);

const isDispatcher = ({ kind, name, target }: Fact): boolean =>
  kind === "service" && name === DISPATCH_BINDING && target === DISPATCHER;

/** Workers that may not reach a tenant directly. Of these, `FORWARDS` must bind the dispatcher. */
const OUTSIDE = new Set(["site", "private-mcp", "public-mcp"]);
const FORWARDS = "site";

function managedFindings({ row, path, config }: PreparedWorker, mend: string): Finding[] {
  const facts = bindingFacts(config);
  const dispatch = facts.find(({ name }) => name === DISPATCH_BINDING);
  const found = dispatch ? `${dispatch.kind} ${dispatch.target}` : "no such binding";
  return [
    ...(row.key !== FORWARDS || (dispatch && isDispatcher(dispatch))
      ? []
      : [
          {
            level: "error",
            where: `${path} ${DISPATCH_BINDING}`,
            found,
            allowed: `service ${DISPATCHER}`,
            mend,
          } as const,
        ]),
    ...facts
      .filter(({ name }) => OUTSIDE.has(row.key) && DIRECT.has(name))
      .map(({ kind, name }): Finding => ({
        level: "error",
        where: `${path} ${name}`,
        found: `${kind} ${name}`,
        allowed: "no such binding: only the dispatcher may reach tenants",
        mend,
      })),
  ];
}

const selfHostedFindings = ({ path, config }: PreparedWorker, mend: string): Finding[] =>
  bindingFacts(config)
    .filter(({ name }) => name === DISPATCH_BINDING)
    .map(({ kind, name }): Finding => ({
      level: "error",
      where: `${path} ${name}`,
      found: `${kind} ${name}`,
      allowed: "no such binding: this deployment reaches tenants directly",
      mend,
    }));

export const MANAGED_CHECK: Check = {
  id: "managed.boundary",
  title: "the site reaches tenants in one way only",
  needs: "prepared",
  find: ({ profile, workers }) => {
    const mend = `svc cloudflare prepare ${familyOption(profile)} --force`;
    return workers.flatMap((worker) =>
      profile === MANAGED ? managedFindings(worker, mend) : selfHostedFindings(worker, mend),
    );
  },
};
