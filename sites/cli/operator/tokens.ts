/** `svc operator tokens`: makes, lists and revokes named bearers. Only the provisioning secret may do so. */
import { rmSync, writeFileSync } from "node:fs";
import { writeNew } from "../files/writeNew.ts";
import { type Group, UsageError } from "../command/command.ts";
import { CONFIRM_OPTION, confirmed } from "./session/confirmation.ts";
import { columns, day, operation, pathPart } from "./session/operation.ts";

interface Made {
  readonly name: string;
  readonly token: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

const NAME = ["<name>", "the name of the token's holder in audit: operator:<name>"] as const;

function daysIn(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new UsageError(`--days takes a whole number, not ${JSON.stringify(text)}.`);
  return Number(text);
}

/**
 * Creates the file before the token, because a token that could not be written would be lost. Removes the file if
 * either fails.
 */
async function madeInto(out: string | undefined, make: () => Promise<Made>): Promise<Made> {
  if (out === undefined) return make();
  writeNew(out, "");
  try {
    const made = await make();
    writeFileSync(out, `${made.token}\n`, { flush: true });
    return made;
  } catch (error) {
    rmSync(out, { force: true });
    throw error;
  }
}

const make = operation({
  name: "make",
  summary: "Make a token with a name and an expiry time. The token is shown only once: on stdout, or in a new file.",
  argument: NAME,
  options: [
    ["--days <number>", "number of days until the token expires"],
    ["--out <file>", "write the token to this new file, readable only by you, instead of printing it"],
  ],
  examples: ["svc operator tokens make robin --days 30 --out robin.token"],
  run: async (session, { args: [name = ""], options }) => {
    const days = daysIn(options.required("days"));
    const out = options.text("out");
    const { token, ...made } = await madeInto(
      out,
      async () => (await session.send<Made>("POST", "/tokens", { name, days })).value,
    );
    const until = `The token expires on ${day(made.expiresAt)}. It cannot be shown again. To revoke it: svc operator tokens revoke ${name}`;
    return {
      ok: true,
      lines: [out ?? token],
      data: { address: session.site, ...made, ...(out === undefined ? { token } : { file: out }) },
      talk: [until],
    };
  },
});

interface Token {
  readonly name: string;
  readonly expiresAt: number;
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
}

const list = operation({
  name: "list",
  summary: "List the tokens: name, expiry and last use.",
  examples: ["svc operator tokens list"],
  run: async (session, { now }) => {
    const { items } = await session.get<{ items: readonly Token[] }>("/tokens");
    const stateOf = ({ revokedAt, expiresAt }: Token): string => {
      if (revokedAt !== null) return `revoked ${day(revokedAt)}`;
      return `${expiresAt <= now ? "expired on" : "expires on"} ${day(expiresAt)}`;
    };
    const rows = items.map((token) => [
      token.name,
      stateOf(token),
      token.lastUsedAt === null ? "never used" : `used ${day(token.lastUsedAt)}`,
    ]);
    return {
      ok: true,
      lines: columns(rows),
      data: { address: session.site, items },
      talk: items.length === 0 ? ["There is no token."] : [],
    };
  },
});

const revoke = operation({
  name: "revoke",
  summary: "Revoke a token. It stops working at once, and its name cannot be used again.",
  argument: NAME,
  options: [CONFIRM_OPTION],
  examples: ["svc operator tokens revoke robin"],
  run: async (session, invocation) => {
    const [name = ""] = invocation.args;
    await confirmed(`REVOKE ${name}`, `The deployment will refuse the token of ${name} from now on.`, invocation);
    const { value } = await session.send<{ changed: boolean }>("DELETE", `/tokens/${pathPart(name)}`);
    return {
      ok: true,
      lines: [value.changed ? `${name} is revoked.` : `${name} was already revoked.`],
      data: { address: session.site, ...value },
    };
  },
});

export const TOKENS: Group = {
  name: "tokens",
  summary: "Manage the operators' named tokens.",
  example: "svc operator tokens list",
  commands: [make, list, revoke],
};
