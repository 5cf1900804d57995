/**
 * Rules about actions: each is offered at some place, and the manifest asks for exactly the capability that all actions
 * need.
 */
import { ACTION_TARGETS } from "../capabilities/capabilities.ts";
import type { ActionContribution } from "../manifest/action.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { Issue } from "../refusals/refusal.ts";

const nowhere = ({ contributes: { actions = [] } }: Manifest): Issue[] =>
  actions.flatMap(({ on }, index) =>
    Object.keys(on).length > 0
      ? []
      : [
          {
            pointer: `/contributes/actions/${index}/on`,
            found: "nothing",
            allowed: `one of ${ACTION_TARGETS.join(", ")}`,
          },
        ],
  );

/** Agents call an action like a tool, so actions and tools share one namespace. */
const named = ({ contributes: { actions = [], mcp } }: Manifest): Issue[] => {
  const tools = new Set((mcp?.tools ?? []).map(({ name }) => name.replaceAll("_", "-")));
  return actions.flatMap(({ name }, index) =>
    tools.has(name)
      ? [
          {
            pointer: `/contributes/actions/${index}/name`,
            found: `the name of a tool, ${name}`,
            allowed: "another name",
          },
        ]
      : [],
  );
};

const readsBytes = ({ on }: ActionContribution): boolean => on.picture?.reads.includes("bytes") === true;

const sameList = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((item) => other.includes(item));

/** Compares the requested capability with what the actions need: no more and no less. */
function grants({ contributes: { actions = [] }, capabilities }: Manifest): Issue[] {
  const needed = ACTION_TARGETS.filter((target) => actions.some(({ on }) => on[target] !== undefined));
  const asked = capabilities?.actions;
  if (asked === undefined && needed.length === 0) return [];
  const pointer = "/capabilities/actions";
  if (asked === undefined)
    return [{ pointer, found: "nothing", allowed: `on: ${needed.join(", ")}, because its actions declare these` }];
  const places: Issue[] = sameList([...new Set(asked.on)], needed)
    ? []
    : [
        {
          pointer: `${pointer}/on`,
          found: asked.on.join(", "),
          allowed:
            needed.length === 0
              ? "this capability only in a plugin with actions"
              : `${needed.join(", ")}, because its actions declare these`,
        },
      ];
  const takesBytes = actions.some(readsBytes);
  if (takesBytes === (asked.bytes === true)) return places;
  return [
    ...places,
    takesBytes
      ? { pointer: `${pointer}/bytes`, found: "nothing", allowed: "true, because an action reads bytes" }
      : { pointer: `${pointer}/bytes`, found: "true", allowed: "nothing here, because no action reads bytes" },
  ];
}

export const actionIssues = (manifest: Manifest): Issue[] => [
  ...nowhere(manifest),
  ...named(manifest),
  ...grants(manifest),
];
