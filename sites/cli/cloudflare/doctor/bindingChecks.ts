/** Checks of the prepared workers' bindings, with queues and namespaces. */
import { policyKey } from "../descriptor/family.ts";
import { bindingFacts, factsOf, unknownMembers } from "../descriptor/facts.ts";
import { breachesOf } from "../descriptor/policy.ts";
import { fault, type Check, type Examined } from "../descriptor/check.ts";
import { prepareFor, variablesOf } from "./preparedFinding.ts";

export const isAllowed: Check = {
  id: "bindings.allowed",
  title: "each worker has exactly the bindings that its role needs",
  needs: "prepared",
  find: (examined) =>
    examined.workers.flatMap(({ row, path, config }) => [
      ...breachesOf(policyKey(examined.profile, row), bindingFacts(config), examined.descriptor).map(
        ({ name, found, allowed }) => fault(`${path} ${name}`, found, allowed, `${prepareFor(examined)} --force`),
      ),
      ...unknownMembers(config).map((name) =>
        fault(
          `${path} /${name}`,
          "a member that may add a binding",
          "only members that prepare writes",
          `${prepareFor(examined)} --force`,
        ),
      ),
    ]),
};

/** All facts of one kind, each with its worker's file. */
const bound = ({ workers }: Examined, kind: string) =>
  workers.flatMap(({ path, config }) =>
    factsOf(config)
      .filter((fact) => fact.kind === kind)
      .map((fact) => ({ ...fact, path })),
  );

export const hasOwnNamespaces: Check = {
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
              "a separate namespace",
              "wrangler kv namespace create, then edit .svc/platform.local.json",
            ),
          ),
      );
  },
};

export const hasMatchingQueues: Check = {
  id: "queues.match",
  title: "the queues match the variable that names one",
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
