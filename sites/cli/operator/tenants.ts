/**
 * `svc operator provision`, `svc operator tenant`, and the commands that erase, restore or rewind a tenant's workspace.
 */
import { countOf } from "../../../manifests/refusals/countOf.ts";
import { setTimeout } from "node:timers/promises";
import { PROVISION_MAX_BYTES } from "../../../manifests/bounds/operators.ts";
import { type CliCommand, type Invocation, type Outcome, UsageError } from "../command/command.ts";
import { boundedFile } from "../directory/boundedText.ts";
import { CONFIRM_OPTION, confirmed } from "./session/confirmation.ts";
import { operation, pathPart } from "./session/operation.ts";
import type { OperatorSession } from "./session/session.ts";

const TENANT = ["<tenant>", "the tenant's id"] as const;

function jsonIn(file: string): unknown {
  try {
    return JSON.parse(boundedFile(file, PROVISION_MAX_BYTES));
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`${file} is not JSON: ${error.message}.`);
    throw error;
  }
}

/** The members of the answer that the command prints. */
interface Provisioned {
  readonly created: boolean;
  readonly domain: { readonly origin: string };
  readonly unavailable: readonly { readonly type: string; readonly pages: readonly string[] }[];
}

const provisionedLines = ({ created, domain, unavailable }: Provisioned): string[] => [
  `${domain.origin} ${created ? "is created." : "already exists with these values; nothing was changed."}`,
  ...unavailable.map(
    ({ type, pages }) => `No active plugin has ${type}, on ${pages.join(", ")}: visitors do not see these sections.`,
  ),
];

const provision = operation({
  name: "provision",
  summary:
    "Create a site from a file, or confirm that it exists with these values. Run it again to finish an interrupted provisioning.",
  argument: ["<file>", "JSON: tenant, site, domain, identities, document, theme (docs/operating.md)"],
  examples: ["svc operator provision site.json --site https://www.example.com"],
  run: async (session, { args: [file = ""] }) => {
    const { value } = await session.send<Provisioned>("POST", "/provision", jsonIn(file));
    return { ok: true, lines: provisionedLines(value), data: { address: session.site, ...value } };
  },
});

/** The states by the words that people type. */
const STATES: Readonly<Record<string, string>> = { active: "active", "read-only": "read_only", suspended: "suspended" };

interface TenantState {
  readonly tenant: string;
  readonly status: string;
  readonly changed: boolean;
}

const tenant = operation({
  name: "tenant",
  summary: "Set the status of a tenant. A suspended tenant's sites are not served.",
  argument: TENANT,
  second: ["<state>", Object.keys(STATES).join(", ")],
  options: [CONFIRM_OPTION],
  examples: [
    "svc operator tenant saltmarrow read-only",
    'svc operator tenant saltmarrow suspended --confirm "SUSPEND saltmarrow"',
  ],
  run: async (session, invocation) => {
    const [id = "", state = ""] = invocation.args;
    const status = Object.hasOwn(STATES, state) ? STATES[state] : undefined;
    if (status === undefined)
      throw new UsageError(`A tenant's status is ${Object.keys(STATES).join(", ")}, not ${JSON.stringify(state)}.`);
    if (status === "suspended")
      await confirmed(`SUSPEND ${id}`, `No site of ${id} will be served until the tenant is active again.`, invocation);
    const { value } = await session.send<TenantState>("PUT", `/tenants/${pathPart(id)}/status`, { status });
    return {
      ok: true,
      lines: [`${id} is ${state}${value.changed ? "" : ", as before"}.`],
      data: { address: session.site, ...value },
    };
  },
});

const ARCHIVE_OPTIONS: CliCommand["options"] = [
  ["--backup <id>", "id of the archive"],
  ["--sha256 <digest>", "digest of the archive; another archive is refused"],
  ["--kind <kind>", "kind of archive: backups or exports (default: backups)"],
  CONFIRM_OPTION,
];

const KINDS = ["backups", "exports"] as const;

const archiveIn = ({ options }: Invocation) => ({
  backup: options.required("backup"),
  sha256: options.required("sha256"),
  kind: options.oneOf("kind", KINDS, "backups"),
});

interface Erased {
  readonly rows: number;
  readonly archive: string;
  readonly finished: boolean;
  readonly left: Readonly<Record<string, unknown>>;
}

/** The public store deletes its entries within seconds after an erasure. The repeated request then succeeds. */
const FINISHING = { tries: 60, everyMs: 1_000 } as const;

async function untilFinished(ask: () => Promise<Erased>, tell: Invocation["tell"]): Promise<Erased> {
  let erased = await ask();
  for (let tries = 1; !erased.finished && tries < FINISHING.tries; tries++) {
    if (tries === 1) tell("The workspace is empty. Its public content is being removed.");
    await setTimeout(FINISHING.everyMs);
    erased = await ask();
  }
  return erased;
}

const erase = operation({
  name: "erase",
  summary: "Erase a suspended tenant's workspace. An archive must hold everything that is erased.",
  argument: TENANT,
  options: [["--discard-submissions", "also delete submissions that the archive does not contain"], ...ARCHIVE_OPTIONS],
  examples: ["svc operator erase saltmarrow --backup <id> --sha256 <digest>"],
  run: async (session, invocation) => {
    const [id = ""] = invocation.args;
    const discards = invocation.options.isSet("discardSubmissions");
    const words = `ERASE ${id}`;
    const request = { ...archiveIn(invocation), confirmation: words, ...(discards && { discardSubmissions: true }) };
    await confirmed(
      words,
      `Everything in the workspace of ${id} will be deleted. Afterwards only the archive ${request.backup} has it.`,
      invocation,
    );
    const erased = await untilFinished(
      async () => (await session.send<Erased>("POST", `/tenants/${pathPart(id)}/erase`, request)).value,
      invocation.tell,
    );
    return {
      ok: erased.finished,
      lines: [
        `Erased ${countOf(erased.rows, "row")} of ${id}. The archive ${erased.archive} has them.`,
        `Left: ${JSON.stringify(erased.left)}`,
        ...(erased.finished
          ? []
          : [
              "Its public content is still being removed in the background. Run the same command again to see when that is done.",
            ]),
      ],
      data: { address: session.site, ...erased },
    };
  },
});

interface Restored {
  readonly sites: readonly string[];
  readonly rows: number;
  readonly media: { readonly files: number; readonly copied: number; readonly missing: number };
}

const restore = operation({
  name: "restore",
  summary: "Restore an archive into a tenant's empty workspace, completely or not at all.",
  argument: TENANT,
  options: ARCHIVE_OPTIONS,
  examples: ["svc operator restore saltmarrow --backup <id> --sha256 <digest>"],
  run: async (session, invocation) => {
    const [id = ""] = invocation.args;
    const words = `RESTORE ${id}`;
    const request = { ...archiveIn(invocation), confirmation: words };
    await confirmed(
      words,
      `The empty workspace of ${id} gets the whole content of the archive ${request.backup}.`,
      invocation,
    );
    const { value } = await session.send<Restored>("POST", `/tenants/${pathPart(id)}/restore`, request);
    const { files, copied, missing } = value.media;
    return {
      ok: missing === 0,
      lines: [
        `Restored ${countOf(value.rows, "row")} of ${value.sites.join(", ")}.`,
        `Files: ${files}, of which ${copied} were copied and ${missing} are missing.`,
      ],
      data: { address: session.site, ...value },
    };
  },
});

/** The moment of a rewind for the API: the platform's bookmark, or milliseconds since the epoch. */
function momentIn({ options }: Invocation): Record<string, unknown> {
  const [bookmark, time] = [options.text("bookmark"), options.text("at")];
  if ((bookmark === undefined) === (time === undefined))
    throw new UsageError("Name one moment: --at <time>, or --bookmark <bookmark>.");
  if (bookmark !== undefined) return { bookmark };
  const at = Date.parse(time ?? "");
  if (Number.isNaN(at))
    throw new UsageError(`--at takes a time such as 2026-03-01T09:30:00Z, not ${JSON.stringify(time)}.`);
  return { at };
}

interface Rewound {
  readonly bookmark?: string;
  readonly undo?: string;
  readonly missing: readonly string[];
}

const rewind = operation({
  name: "rewind",
  summary:
    "Rewind a read-only or suspended tenant's workspace to an earlier moment, with the platform's point-in-time recovery.",
  argument: TENANT,
  options: [
    ["--at <time>", "such as 2026-03-01T09:30:00Z"],
    ["--bookmark <bookmark>", "the platform's bookmark of the moment"],
    CONFIRM_OPTION,
  ],
  examples: ["svc operator rewind saltmarrow --at 2026-03-01T09:30:00Z"],
  run: async (session, invocation) => {
    const [id = ""] = invocation.args;
    const words = `REWIND ${id}`;
    const moment = momentIn(invocation);
    await confirmed(words, `All changes in the workspace of ${id} since that moment will be undone.`, invocation);
    const { value } = await session.send<Rewound>("POST", `/tenants/${pathPart(id)}/rewind`, {
      ...moment,
      confirmation: words,
    });
    return {
      ok: value.missing.length === 0,
      lines: [
        `${id} is as it was at ${value.bookmark ?? "that moment"}.`,
        `To undo it: svc operator rewind ${id} --bookmark ${value.undo ?? "<undo>"}`,
        ...value.missing.map(
          (site) => `The site ${site} was created after that moment, so the workspace does not have it.`,
        ),
      ],
      data: { address: session.site, ...value },
    };
  },
});

interface Resealed {
  readonly secrets: number;
  readonly resealed: number;
  readonly closed: number;
}

const resealed = (id: string, { secrets, resealed: done, closed }: Resealed): string[] => [
  `${done} of ${secrets} secrets of ${id} are encrypted with the current key.`,
  ...(closed > 0 ? [`${closed} cannot be decrypted with any listed key. Their owner must set them again.`] : []),
];

const reseal = operation({
  name: "reseal",
  summary: "Encrypt the secrets in a tenant's plugin settings again, with the current key.",
  argument: TENANT,
  examples: ["svc operator reseal saltmarrow"],
  run: async (session: OperatorSession, { args: [id = ""] }): Promise<Outcome> => {
    const { value } = await session.send<Resealed>("POST", `/tenants/${pathPart(id)}/reseal`);
    return { ok: value.closed === 0, lines: resealed(id, value), data: { address: session.site, ...value } };
  },
});

const recopy = operation({
  name: "recopy",
  summary: "Copy what a tenant has published to the public store again, after the store has lost values.",
  argument: TENANT,
  examples: ["svc operator recopy saltmarrow"],
  run: async (session: OperatorSession, { args: [id = ""] }): Promise<Outcome> => {
    const { value } = await session.send<{ readonly sites: readonly string[] }>(
      "POST",
      `/tenants/${pathPart(id)}/recopy`,
    );
    const lines =
      value.sites.length === 0
        ? [`${id} has published nothing.`]
        : value.sites.map((site) => `${id}/${site} is being copied. A message that fails is a dead letter.`);
    return { ok: true, lines, data: { address: session.site, ...value } };
  },
});

export const TENANT_COMMANDS: readonly CliCommand[] = [provision, tenant, erase, restore, rewind, reseal, recopy];
