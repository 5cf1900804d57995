/** Checks of the prepared set. */
import { isHost } from "../../../../manifests/shapes/host.ts";
import { encodePointer } from "../../../../manifests/refusals/pointer.ts";
import { readTrustKey } from "../../../../manifests/trust/trustKey.ts";
import { familyOption, policyKey, workersOfFamily } from "../family.ts";
import { hostOf } from "../address.ts";
import { bindingFacts, factsOf, unknownMembers } from "../facts.ts";
import { breachesOf } from "../policy.ts";
import { configPath } from "../preparedFiles.ts";
import { looksSecret, SECRET_NAME } from "../secretLooks.ts";
import type { Json } from "../config.ts";
import { differences } from "../difference.ts";
import type { Check, Examined, Finding, PreparedWorker } from "./check.ts";

const prepareFor = ({ profile }: Pick<Examined, "profile">): string =>
  `svc cloudflare prepare ${familyOption(profile)}`;

const fault = (where: string, found: string, allowed: string, mend: string): Finding => ({
  level: "error",
  where,
  found,
  allowed,
  mend,
});

const variablesOf = ({ config }: PreparedWorker): Readonly<Record<string, Json>> =>
  (config["vars"] ?? {}) as Record<string, Json>;

interface Leaf {
  readonly where: string;
  readonly text: string;
}

function leavesOf(
  value: Json,
  path: readonly PropertyKey[] = [],
): { readonly path: readonly PropertyKey[]; readonly text: string }[] {
  if (typeof value === "string") return [{ path, text: value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) => leavesOf(child as Json, [...path, name]));
}

const textsOf = ({ path, config }: PreparedWorker): Leaf[] =>
  leavesOf(config).map((leaf) => ({ where: `${path} ${encodePointer(leaf.path)}`, text: leaf.text }));

/** Values that stand for something an operator has not decided yet. `.example` is reserved for documents (RFC 2606). */
const PLACEHOLDER = /(^|[^a-z])(replace-|pending-)|\.example(?![a-z0-9-])/i;

/** Workers of the profile without a configuration that can be read. */
const missing = ({ profile, workers }: Examined): string[] =>
  workersOfFamily(profile)
    .filter(({ key }) => !workers.some(({ row }) => row.key === key))
    .map((row) => `.svc/cloudflare/${configPath(row)}`);

const isPrepared: Check = {
  id: "prepared.present",
  title: "every worker of the profile is prepared",
  find: (examined) => {
    if (!examined.set)
      return [
        fault(".svc/cloudflare", "nothing", `the workers of the profile ${examined.profile}`, prepareFor(examined)),
      ];
    const {
      record: { profile },
    } = examined.set;
    return [
      ...(profile === examined.profile
        ? []
        : [
            fault(".svc/cloudflare", `the profile ${profile}`, `the profile ${examined.profile}`, prepareFor(examined)),
          ]),
      ...missing(examined).map((path) =>
        fault(
          path,
          "no configuration that can be read",
          "the configuration of a worker",
          `${prepareFor(examined)} --force`,
        ),
      ),
    ];
  },
};

const isUnedited: Check = {
  id: "prepared.unedited",
  title: "prepared files are as they were written",
  needs: "prepared",
  find: (examined) =>
    (examined.set?.edited ?? []).map((path) => ({
      level: "warning",
      where: path,
      found: "an edit by hand",
      allowed: "the file as it was prepared",
      mend: `${prepareFor(examined)} --force`,
    })),
};

const isOfRelease: Check = {
  id: "prepared.release",
  title: "the set belongs to this release",
  needs: "prepared",
  find: (examined) => {
    const prepared = examined.set?.record.release;
    return prepared === examined.release
      ? []
      : [fault(".svc/cloudflare", `release ${prepared}`, `release ${examined.release}`, prepareFor(examined))];
  },
};

const hasNoPlaceholder: Check = {
  id: "values.decided",
  title: "no value stands for one still to be decided",
  needs: "prepared",
  find: (examined) =>
    examined.workers.flatMap((worker) =>
      textsOf(worker)
        .filter(({ text }) => PLACEHOLDER.test(text))
        .map(({ where, text }) =>
          fault(
            where,
            JSON.stringify(text),
            "a value of your deployment",
            `edit .svc/platform.local.json, then ${prepareFor(examined)}`,
          ),
        ),
    ),
};

const isAllowed: Check = {
  id: "bindings.allowed",
  title: "each worker binds what its role needs, nothing else",
  needs: "prepared",
  find: (examined) =>
    examined.workers.flatMap(({ row, path, config }) => [
      ...breachesOf(policyKey(examined.profile, row), bindingFacts(config), examined.descriptor).map(
        ({ name, found, allowed }) => fault(`${path} ${name}`, found, allowed, `${prepareFor(examined)} --force`),
      ),
      ...unknownMembers(config).map((name) =>
        fault(
          `${path} /${name}`,
          "a member that may bind something",
          "only what prepare writes",
          `${prepareFor(examined)} --force`,
        ),
      ),
    ]),
};

const isDescribed: Check = {
  id: "prepared.current",
  title: "the set says what the descriptor says",
  needs: "both",
  find: (examined) =>
    examined.workers.flatMap(({ row, path, config }) =>
      differences(config, examined.wanted.get(row.key)).map(({ pointer, was, is }) =>
        fault(`${path} ${pointer || "/"}`, was ?? "nothing", is ?? "nothing", prepareFor(examined)),
      ),
    ),
};

/** Facts of one kind over all workers, with where each stands. */
const bound = ({ workers }: Examined, kind: string) =>
  workers.flatMap(({ path, config }) =>
    factsOf(config)
      .filter((fact) => fact.kind === kind)
      .map((fact) => ({ ...fact, path })),
  );

const hasOwnNamespaces: Check = {
  id: "kv.distinct",
  title: "KV namespaces differ",
  needs: "prepared",
  find: (examined) => {
    const names = new Map(bound(examined, "kv_namespace").map((fact) => [fact.name, fact]));
    const byId = Map.groupBy(names.values(), ({ target }) => target);
    return [...byId.values()]
      .filter(({ length }) => length > 1)
      .flatMap((same) =>
        same
          .slice(1)
          .map(({ path, name, target }) =>
            fault(
              `${path} ${name}`,
              `the id ${target} of ${same[0]?.name}`,
              "a namespace of its own",
              "wrangler kv namespace create, then edit .svc/platform.local.json",
            ),
          ),
      );
  },
};

const isReachedByName: Check = {
  id: "origins.exact",
  title: "public workers answer under their custom domain only",
  needs: "prepared",
  find: (examined) =>
    examined.workers.flatMap(({ path, config }) => [
      ...["workers_dev", "preview_urls"]
        .filter((name) => config[name] !== false)
        .map((name) =>
          fault(
            `${path} /${name}`,
            String(config[name] ?? "nothing"),
            "false: a second address is one nobody verified",
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

const hasBareOrigins: Check = {
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

const hasOneMembersOrigin: Check = {
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

const hasPublicOrigin: Check = {
  id: "origins.public",
  title: "the public MCP worker has an address",
  needs: "prepared",
  find: ({ workers, profile }) =>
    workers
      .filter(({ row, config }) => row.key === "public-mcp" && !factsOf(config).some(({ kind }) => kind === "route"))
      .map(({ path }) => ({
        level: "warning" as const,
        where: `${path} /routes`,
        found: "no route: no agent reaches it, and no site names it",
        allowed: "the hostname of publicMcpOrigin",
        mend: `add publicMcpOrigin to .svc/platform.local.json, then ${prepareFor({ profile })}`,
      })),
};

const hasMatchingQueues: Check = {
  id: "queues.match",
  title: "queues and the variable that names one agree",
  needs: "prepared",
  find: (examined) =>
    examined.workers
      .filter(({ row }) => row.key === "workspace")
      .flatMap((worker) => {
        const facts = factsOf(worker.config);
        const producer = facts.find(({ kind }) => kind === "queue");
        const consumers = facts.filter(({ kind }) => kind === "consumer");
        const letters = consumers.find(({ name }) => name === producer?.target)?.target;
        const named = variablesOf(worker)["DEAD_LETTER_QUEUE"];
        const mend = `${prepareFor(examined)} --force`;
        return [
          ...(letters === undefined
            ? [
                fault(
                  `${worker.path} /queues/consumers`,
                  "no consumer of the publish queue",
                  `a consumer of ${producer?.target ?? "the publish queue"}`,
                  mend,
                ),
              ]
            : []),
          ...(named === letters
            ? []
            : [
                fault(
                  `${worker.path} /vars/DEAD_LETTER_QUEUE`,
                  JSON.stringify(named ?? null),
                  JSON.stringify(letters ?? null),
                  mend,
                ),
              ]),
          ...(consumers.some(({ name }) => name === letters)
            ? []
            : [
                fault(
                  `${worker.path} /queues/consumers`,
                  "no consumer of the dead-letter queue",
                  `a consumer of ${letters ?? "that queue"}`,
                  mend,
                ),
              ]),
        ];
      }),
};

const hasSoundTrustKeys: Check = {
  id: "trust.keys",
  title: "trust keys are public JWKs",
  needs: "prepared",
  find: async (examined) => {
    const texts = examined.workers
      .map((worker) => ({ worker, text: variablesOf(worker)["PLUGIN_TRUST_KEYS"] }))
      .filter(({ text }) => text !== undefined);
    const found = await Promise.all(
      texts.map(async ({ worker, text }) => {
        const where = `${worker.path} /vars/PLUGIN_TRUST_KEYS`;
        const keys = listIn(text);
        if (!keys)
          return [fault(where, "something that is no list", "a JSON list of public JWKs", prepareFor(examined))];
        const read = await Promise.all(keys.map(readTrustKey));
        return read.flatMap((key, index) =>
          key.ok
            ? []
            : key.error.map((issue) =>
                fault(`${where}/${index}${issue.pointer}`, issue.found, issue.allowed, prepareFor(examined)),
              ),
        );
      }),
    );
    return found.flat();
  },
};

function listIn(text: Json | undefined): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(String(text));
    return Array.isArray(value) ? (value as unknown[]) : undefined;
  } catch {
    return undefined;
  }
}

const hasNoSecret: Check = {
  id: "secrets.apart",
  title: "no secret stands in a variable",
  needs: "prepared",
  find: (examined) =>
    examined.workers.flatMap((worker) =>
      Object.entries(variablesOf(worker))
        .filter(
          ([name, value]) =>
            name !== "PLUGIN_TRUST_KEYS" &&
            (SECRET_NAME.test(name) || (typeof value === "string" && looksSecret(value))),
        )
        .map(([name]) =>
          fault(
            `${worker.path} /vars/${name}`,
            "a value that looks like a secret",
            "a secret of the worker, set by svc cloudflare deploy",
            "remove it, and replace the secret: it has been in a file",
          ),
        ),
    ),
};

export const PREPARED_CHECKS: readonly Check[] = [
  isPrepared,
  isUnedited,
  isOfRelease,
  hasNoPlaceholder,
  isDescribed,
  isAllowed,
  hasOwnNamespaces,
  isReachedByName,
  hasBareOrigins,
  hasOneMembersOrigin,
  hasPublicOrigin,
  hasMatchingQueues,
  hasSoundTrustKeys,
  hasNoSecret,
];
