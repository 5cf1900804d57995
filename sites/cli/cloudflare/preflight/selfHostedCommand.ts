/** Checks a full deployment before its first provisioning, and writes a receipt. */
import type { CliCommand, Invocation, Outcome } from "../../command/command.ts";
import { CWD_OPTION, siteDirectory } from "../descriptor/siteDirectory.ts";
import { mcpAddress } from "./mcpLook.ts";
import { OPERATOR_OPTION, receiptOperator, RECEIPT_OPTION, receiptPath } from "./receipt.ts";
import { receiptOutcome } from "./receiptOutcome.ts";
import { selfHosted } from "./selfHosted.ts";

const KIND = "self-hosted";

async function run(invocation: Invocation): Promise<Outcome> {
  const { options, environment, now } = invocation;
  const operator = receiptOperator(options);
  const mcp = mcpAddress(options.required("public-mcp-url"));
  const site = siteDirectory(options);
  const path = receiptPath(options, site, KIND, now);
  return receiptOutcome({ kind: KIND, operator, path }, await selfHosted({ site, environment, mcp }), invocation);
}

export const selfHostedPreflight: CliCommand = {
  name: "preflight",
  summary: "Check a full deployment at the provider, and write a receipt. Changes nothing at the provider.",
  options: [
    OPERATOR_OPTION,
    ["--public-mcp-url <url>", "address of the public MCP server for agents"],
    CWD_OPTION,
    RECEIPT_OPTION,
  ],
  examples: [
    'svc cloudflare self-hosted preflight --operator "Night shift" --public-mcp-url https://mcp.example.com/mcp',
  ],
  run,
};
