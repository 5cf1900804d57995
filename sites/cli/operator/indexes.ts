/** `svc operator index`: manages the plugin indexes that members may search. */
import { readFileSync } from "node:fs";
import { type Group, UsageError } from "../command/command.ts";
import { columns, operation, pathPart } from "./session/operation.ts";

interface Changed {
  readonly name: string;
  readonly changed: boolean;
}

function entryIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`${file} is not JSON.`, { cause: error });
    throw error;
  }
}

const add = operation({
  name: "add",
  summary: "Add an index of plugins that members can search, or change its settings. An index grants nothing.",
  argument: ["<file>", "JSON file with name, url and keys, optionally hosts and publishers"],
  examples: ["svc operator index add acme.index.json"],
  run: async (session, { args: [file = ""] }) => {
    const { value } = await session.send<Changed>("POST", "/plugin-indexes", entryIn(file));
    return { ok: true, lines: [`The index ${value.name} is added.`], data: { address: session.site, ...value } };
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
  summary: "List the indexes that members can search, each with its state.",
  examples: ["svc operator index list"],
  run: async (session) => {
    const { items } = await session.get<{ items: readonly Listed[] }>("/plugin-indexes");
    const rows = items.map(({ name, url, version, refusal }) => [
      name,
      version === null ? "never read" : `version ${version}`,
      refusal === null ? "taken" : `refused (${refusal.reason}: ${refusal.detail})`,
      url,
    ]);
    return {
      ok: items.every(({ refusal }) => refusal === null),
      lines: columns(rows),
      data: { address: session.site, items },
      talk: items.length === 0 ? ["There is no index."] : [],
    };
  },
});

const remove = operation({
  name: "remove",
  summary: "Remove an index. Plugins that were installed from it stay.",
  argument: ["<name>", "name of the index, from svc operator index list"],
  examples: ["svc operator index remove acme"],
  run: async (session, { args: [name = ""] }) => {
    const { value } = await session.send<Changed>("DELETE", `/plugin-indexes/${pathPart(name)}`);
    const says = value.changed ? `The index ${name} is removed.` : `There was no index ${name}.`;
    return { ok: value.changed, lines: [says], data: { address: session.site, ...value } };
  },
});

export const INDEXES: Group = {
  name: "index",
  summary: "Manage the plugin indexes that members can search.",
  example: "svc operator index list",
  commands: [add, list, remove],
};
