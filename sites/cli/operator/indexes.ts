/** `svc operator index`: manages the plugin indexes that members may search. */
import { readFileSync } from "node:fs";
import type { Group } from "../command.ts";
import { UsageError } from "../command.ts";
import { columns, operation, pathPart } from "./operation.ts";

interface Changed {
  readonly name: string;
  readonly changed: boolean;
}

function entryIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`${file} is no JSON.`, { cause: error });
    throw error;
  }
}

const add = operation({
  name: "add",
  summary: "List an index of plugins for members to search, or change how it is listed. It grants nothing.",
  argument: ["<file>", "JSON with name, url and keys, and perhaps hosts and publishers"],
  examples: ["svc operator index add acme.index.json"],
  run: async (session, { args: [file = ""] }) => {
    const { value } = await session.send<Changed>("POST", "/plugin-indexes", entryIn(file));
    return { ok: true, lines: [`${value.name} is listed.`], data: { address: session.site, ...value } };
  },
});

interface Listed {
  readonly name: string;
  readonly url: string;
  readonly version: number | null;
  readonly refusal: { readonly reason: string; readonly detail: string } | null;
}

const list = operation({
  name: "list",
  summary: "List the indexes that members may search, each with how it stands.",
  examples: ["svc operator index list"],
  run: async (session) => {
    const { items } = await session.get<{ items: readonly Listed[] }>("/plugin-indexes");
    const rows = items.map(({ name, url, version, refusal }) => [
      name,
      version === null ? "never read" : `version ${version}`,
      refusal === null ? "taken" : `not taken (${refusal.reason}: ${refusal.detail})`,
      url,
    ]);
    return {
      ok: items.every(({ refusal }) => refusal === null),
      lines: columns(rows),
      data: { address: session.site, items },
      talk: items.length === 0 ? ["No index is listed."] : [],
    };
  },
});

const remove = operation({
  name: "remove",
  summary: "List an index no longer. Plugins that were added from it stay.",
  argument: ["<name>", "as svc operator index list prints it"],
  examples: ["svc operator index remove acme"],
  run: async (session, { args: [name = ""] }) => {
    const { value } = await session.send<Changed>("DELETE", `/plugin-indexes/${pathPart(name)}`);
    const says = value.changed ? `${name} is listed no longer.` : `${name} was not listed.`;
    return { ok: value.changed, lines: [says], data: { address: session.site, ...value } };
  },
});

export const INDEXES: Group = {
  name: "index",
  summary: "Lists of plugins that members may search.",
  example: "svc operator index list",
  commands: [add, list, remove],
};
