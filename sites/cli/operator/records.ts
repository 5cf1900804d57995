/** `svc operator dead-letters`, `provisionings` and `security-events`: operational records of the control plane. */
import type { Group } from "../command/command.ts";
import { CONFIRM_OPTION, confirmed } from "./session/confirmation.ts";
import { columns, day, operation, pathPart } from "./session/operation.ts";

interface DeadLetter {
  readonly id: string;
  readonly tenant: string;
  readonly site: string | null;
  readonly createdAt: number;
  readonly resolvedAt: number | null;
}

const letterLine = ({ id, tenant, site, createdAt, resolvedAt }: DeadLetter): string[] => [
  id,
  `${tenant}/${site ?? "?"}`,
  day(createdAt),
  resolvedAt === null ? "open" : `replayed ${day(resolvedAt)}`,
];

const listLetters = operation({
  name: "list",
  summary: "List dead letters, newest first: publications that could not be delivered.",
  examples: ["svc operator dead-letters list"],
  run: async (session) => {
    const items = await session.all<DeadLetter>("/dead-letters");
    const open = items.filter(({ resolvedAt }) => resolvedAt === null).length;
    return {
      ok: open === 0,
      lines: [
        ...columns(items.map(letterLine)),
        open === 0 ? "No dead letter is open." : `${open} open. Replay one with: svc operator dead-letters replay <id>`,
      ],
      data: { address: session.site, items },
    };
  },
});

const replay = operation({
  name: "replay",
  summary: "Queue the publication of a dead letter again.",
  argument: ["<id>", "the dead letter's id"],
  examples: ["svc operator dead-letters replay 0198c0de"],
  run: async (session, { args: [id = ""] }) => {
    const { value } = await session.send<DeadLetter>("POST", `/dead-letters/${pathPart(id)}/replay`);
    return {
      ok: true,
      lines: [`Queued again: ${letterLine(value).slice(0, 2).join(" of ")}.`],
      data: { address: session.site, ...value },
    };
  },
});

export const DEAD_LETTERS: Group = {
  name: "dead-letters",
  summary: "Manage dead letters: publications that could not be delivered.",
  example: "svc operator dead-letters list",
  commands: [listLetters, replay],
};

interface Unfinished {
  readonly tenant: string;
  readonly site: string;
  readonly name: string;
  readonly hostname: string | null;
  readonly createdAt: number;
}

const listUnfinished = operation({
  name: "list",
  summary: "List interrupted provisionings. To finish one, send its request again.",
  examples: ["svc operator provisionings list"],
  run: async (session) => {
    const items = await session.all<Unfinished>("/provisionings");
    const rows = items.map(({ tenant, site, hostname, createdAt }) => [
      `${tenant}/${site}`,
      hostname ?? "no hostname",
      day(createdAt),
    ]);
    return {
      ok: items.length === 0,
      lines: [
        ...columns(rows),
        items.length === 0 ? "There is no unfinished provisioning." : "Finish each with: svc operator provision <file>",
      ],
      data: { address: session.site, items },
    };
  },
});

const giveUp = operation({
  name: "release",
  summary:
    "Release an unfinished provisioning: delete its records, so that its hostname and site id can be used again.",
  argument: ["<tenant>", "the tenant's id"],
  second: ["<site>", "the site's id"],
  options: [CONFIRM_OPTION],
  examples: ["svc operator provisionings release saltmarrow saltmarrow-yard"],
  run: async (session, invocation) => {
    const [tenant = "", site = ""] = invocation.args;
    await confirmed(`RELEASE ${tenant}/${site}`, `All records of ${tenant}/${site} will be deleted.`, invocation);
    const { value } = await session.send<object>(
      "POST",
      `/provisionings/${pathPart(tenant)}/${pathPart(site)}/release`,
    );
    return {
      ok: true,
      lines: [`${tenant}/${site} is free again.`],
      data: { ...value, tenant, site, address: session.site },
    };
  },
});

export const PROVISIONINGS: Group = {
  name: "provisionings",
  summary: "Manage interrupted provisionings.",
  example: "svc operator provisionings list",
  commands: [listUnfinished, giveUp],
};

interface SecurityEvent {
  readonly at: number;
  readonly event: string;
  readonly host: string;
  readonly actor: string;
  readonly outcome: string;
}

export const securityEvents = operation({
  name: "security-events",
  summary: "List security events, newest first: refused bearer tokens, and tokens that were created or revoked.",
  examples: ["svc operator security-events --json"],
  run: async (session) => {
    const items = await session.all<SecurityEvent>("/security-events");
    return {
      ok: true,
      lines: columns(items.map(({ at, event, host, actor, outcome }) => [day(at), event, outcome, host, actor])),
      data: { address: session.site, items },
      talk: items.length === 0 ? ["There is no security event."] : [],
    };
  },
});
