/** Checks of the prepared workers' own origins. */
import { isHost } from "../../../../manifests/shapes/host.ts";
import { hostOf } from "../descriptor/address.ts";
import { factsOf } from "../descriptor/facts.ts";
import { fault, type Check } from "../descriptor/check.ts";
import { prepareFor, variablesOf } from "./preparedFinding.ts";

export const isReachedByName: Check = {
  id: "origins.exact",
  title: "public workers answer only under their custom domain",
  needs: "prepared",
  find: (examined) =>
    examined.workers.flatMap(({ path, config }) => [
      ...["workers_dev", "preview_urls"]
        .filter((name) => config[name] !== false)
        .map((name) =>
          fault(
            `${path} /${name}`,
            String(config[name] ?? "nothing"),
            "false, because nobody verified a second address",
            `${prepareFor(examined)} --force`,
          ),
        ),
      ...factsOf(config)
        .filter(({ kind, name, target }) => kind === "route" && (target !== "custom domain" || !isHost(name)))
        .map(({ name, target }) =>
          fault(
            `${path} /routes`,
            `${name} (${target})`,
            "an exact hostname as a custom domain",
            `${prepareFor(examined)} --force`,
          ),
        ),
    ]),
};

const ORIGIN_VARIABLES = ["MCP_ORIGIN", "MEMBERS_MCP_ORIGIN"] as const;

export const hasBareOrigins: Check = {
  id: "origins.bare",
  title: "origins have no path",
  needs: "prepared",
  find: (examined) =>
    examined.workers.flatMap((worker) =>
      ORIGIN_VARIABLES.flatMap((name) => {
        const value = variablesOf(worker)[name];
        if (value === undefined || value === "" || (typeof value === "string" && URL.parse(value)?.origin === value))
          return [];
        return [
          fault(
            `${worker.path} /vars/${name}`,
            JSON.stringify(value),
            "an https origin alone",
            `edit .svc/platform.local.json, then ${prepareFor(examined)}`,
          ),
        ];
      }),
    ),
};

export const hasOneMembersOrigin: Check = {
  id: "origins.members",
  title: "both workers name the same private MCP origin",
  needs: "prepared",
  find: (examined) => {
    const routed = examined.workers.find(({ row }) => row.key === "private-mcp");
    if (!routed) return [];
    const origin = variablesOf(routed)["MEMBERS_MCP_ORIGIN"];
    const others = examined.workers.filter(
      (worker) => "MEMBERS_MCP_ORIGIN" in variablesOf(worker) && variablesOf(worker)["MEMBERS_MCP_ORIGIN"] !== origin,
    );
    const host = factsOf(routed.config).find(({ kind }) => kind === "route")?.name;
    return [
      ...others.map((worker) =>
        fault(
          `${worker.path} /vars/MEMBERS_MCP_ORIGIN`,
          JSON.stringify(variablesOf(worker)["MEMBERS_MCP_ORIGIN"]),
          JSON.stringify(origin),
          prepareFor(examined),
        ),
      ),
      ...(host === hostOf(String(origin))
        ? []
        : [fault(`${routed.path} /routes`, String(host ?? "no route"), hostOf(String(origin)), prepareFor(examined))]),
    ];
  },
};

export const hasPublicOrigin: Check = {
  id: "origins.public",
  title: "the public MCP worker has an address",
  needs: "prepared",
  find: ({ workers, profile }) =>
    workers
      .filter(({ row, config }) => row.key === "public-mcp" && !factsOf(config).some(({ kind }) => kind === "route"))
      .map(({ path }) => ({
        level: "warning" as const,
        where: `${path} /routes`,
        found: "no route, so no agent can reach the worker and no site links to it",
        allowed: "the hostname of publicMcpOrigin",
        mend: `add publicMcpOrigin to .svc/platform.local.json, then ${prepareFor({ profile })}`,
      })),
};
