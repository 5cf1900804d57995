/** Checks a managed deployment and its account before a drill, and writes a receipt. */
import type { CliCommand, Invocation, Outcome } from "../../command/command.ts";
import { CWD_OPTION, siteDirectory } from "../descriptor/siteDirectory.ts";
import { drillTenants, managedIsolated, namespaceOption, TENANTS_OPTION } from "./managed.ts";
import { OPERATOR_OPTION, receiptOperator, RECEIPT_OPTION, receiptPath } from "./receipt.ts";
import { receiptOutcome } from "./receiptOutcome.ts";

const KIND = "managed-isolated";

async function run(invocation: Invocation): Promise<Outcome> {
  const { options, environment, now } = invocation;
  const operator = receiptOperator(options);
  drillTenants(options);
  const namespace = namespaceOption(options);
  const site = siteDirectory(options);
  const path = receiptPath(options, site, KIND, now);
  return receiptOutcome(
    { kind: KIND, operator, path },
    await managedIsolated({ site, environment, namespace }),
    invocation,
  );
}

export const managedPreflight: CliCommand = {
  name: "preflight",
  summary: "Check a managed site and its account before a drill, and write a receipt. Changes nothing at the provider.",
  options: [
    OPERATOR_OPTION,
    ["--namespace <name>", "the dispatch namespace of the drill"],
    TENANTS_OPTION,
    CWD_OPTION,
    RECEIPT_OPTION,
  ],
  examples: ['svc cloudflare managed-isolated preflight --operator "Night shift" --namespace svc-drill'],
  run,
};
