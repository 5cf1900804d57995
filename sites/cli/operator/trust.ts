/** `svc operator trust`: changes the trusted plugin keys while the sites run. */
import { readFileSync } from "node:fs";
import { type Group, UsageError } from "../command/command.ts";
import { CONFIRM_OPTION, confirmed } from "./session/confirmation.ts";
import { columns, day, operation, pathPart } from "./session/operation.ts";
import type { OperatorSession } from "./session/session.ts";

interface Changed {
  readonly kid: string;
  readonly changed: boolean;
  readonly told: number;
  readonly untold: readonly string[];
}

/**
 * Reads public keys as `svc plugin keygen` prints them: one JWK, or a list. The parser's error is dropped, because it
 * would quote a file that may be secret.
 */
function keysIn(file: string): readonly unknown[] {
  const text = readFileSync(file, "utf8");
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [value];
  } catch {
    throw new UsageError(`${file} is not JSON. Pass the output of svc plugin keygen.`);
  }
}

const reached = ({ untold }: Changed): readonly string[] =>
  untold.length === 0 ? [] : [`These tenants did not answer. Run the command again: ${untold.join(", ")}.`];

async function addEach(session: OperatorSession, file: string): Promise<Changed[]> {
  const added: Changed[] = [];
  for (const key of keysIn(file)) added.push((await session.send<Changed>("POST", "/trust-keys", { key })).value);
  return added;
}

const add = operation({
  name: "add",
  summary: "Trust the key of a publisher, without a restart. Plugins that it signed can be installed at once.",
  argument: ["<file>", "the public key as svc plugin keygen printed it"],
  examples: ["svc operator trust add acme.keys.json"],
  run: async (session, { args: [file = ""] }) => {
    const items = await addEach(session, file);
    return {
      ok: items.every(({ untold }) => untold.length === 0),
      lines: items.map(({ kid, changed }) => `${kid} is trusted${changed ? "" : ", as before"}.`),
      data: { address: session.site, items },
      talk: items.flatMap(reached),
    };
  },
});

interface Key {
  readonly kid: string;
  readonly addedAt: number | null;
  readonly revokedAt: number | null;
}

const list = operation({
  name: "list",
  summary: "List the keys that operators trusted or revoked, besides the keys in the deployment's configuration.",
  examples: ["svc operator trust list"],
  run: async (session) => {
    const { items } = await session.get<{ items: readonly Key[] }>("/trust-keys");
    const rows = items.map(({ kid, addedAt, revokedAt }) => [
      kid,
      revokedAt === null ? "trusted" : `revoked ${day(revokedAt)}`,
      addedAt === null ? "in the deployment's configuration" : `added ${day(addedAt)}`,
    ]);
    return {
      ok: true,
      lines: columns(rows),
      data: { address: session.site, items },
      talk: items.length === 0 ? ["There is no key besides the deployment's configuration."] : [],
    };
  },
});

const revoke = operation({
  name: "revoke",
  summary: "Revoke a key permanently. Plugins that only this key signed stop at once, on every site.",
  argument: ["<thumbprint>", "thumbprint of the key, from svc operator trust list or svc plugin show"],
  options: [CONFIRM_OPTION],
  examples: ["svc operator trust revoke hQSjbXBwMm5kNDRvY2t6eU1tVGZfZ0FhYmNkZWZnaGk"],
  run: async (session, invocation) => {
    const [kid = ""] = invocation.args;
    await confirmed(
      `REVOKE ${kid}`,
      "The key can never be trusted again, and plugins that only it signed stop on every site.",
      invocation,
    );
    const { value } = await session.send<Changed>("DELETE", `/trust-keys/${pathPart(kid)}`);
    return {
      ok: value.untold.length === 0,
      lines: [`${kid} is revoked${value.changed ? "" : ", as before"}.`],
      data: { address: session.site, ...value },
      talk: reached(value),
    };
  },
});

export const TRUST: Group = {
  name: "trust",
  summary: "Manage the keys whose plugins can be installed.",
  example: "svc operator trust list",
  commands: [add, list, revoke],
};
