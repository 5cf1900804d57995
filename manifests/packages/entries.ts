/** Functions a manifest promises and the code has not: found when they are written, not at the first call. */
import type { Manifest } from "../manifest/manifest.ts";
import type { Issue } from "../refusals/refusal.ts";
import { exportedMembers, type Programs } from "./exported.ts";

interface Entry {
  readonly point: "hooks" | "data" | "routes" | "tools" | "resources" | "actions" | "migrate";
  readonly name: string;
  readonly pointer: string;
}

export function declaredEntries({
  migrate = [],
  contributes: { hooks = [], sections = [], routes = [], actions = [], mcp = {} },
}: Manifest): Entry[] {
  const tools = (mcp.tools ?? []).map(({ name, query }, index) => ({ name, has: query, at: `mcp/tools/${index}` }));
  const resources = (mcp.resources ?? []).map(({ name, template }, index) => ({
    name,
    has: template,
    at: `mcp/resources/${index}`,
  }));
  const coded = (point: "tools" | "resources", all: typeof tools | typeof resources): Entry[] =>
    all.filter(({ has }) => has === undefined).map(({ name, at }) => ({ point, name, pointer: `/contributes/${at}` }));
  return [
    ...hooks.map(({ on }, index): Entry => ({ point: "hooks", name: on, pointer: `/contributes/hooks/${index}` })),
    ...sections.flatMap(({ data }, index): Entry[] =>
      data ? [{ point: "data", name: data.provider, pointer: `/contributes/sections/${index}/data` }] : [],
    ),
    ...routes.map(({ name }, index): Entry => ({ point: "routes", name, pointer: `/contributes/routes/${index}` })),
    ...actions.map(({ name }, index): Entry => ({ point: "actions", name, pointer: `/contributes/actions/${index}` })),
    ...coded("tools", tools),
    ...coded("resources", resources),
    ...migrate.map(({ of }, index): Entry => ({ point: "migrate", name: of, pointer: `/migrate/${index}` })),
  ];
}

const issueOf = ({ point, name, pointer }: Entry): Issue => ({
  pointer,
  found: `no function for it in \`${point}\``,
  allowed: `export const ${point} = { ${/^[A-Za-z]\w*$/.test(name) ? name : JSON.stringify(name)}(input, ctx) { … } }`,
});

/** A plugin without code has none of these. */
export function missingEntries(manifest: Manifest, programs: Programs): Issue[] {
  const { main = "" } = manifest;
  if (!programs.has(main)) return [];
  const isThere = ({ point, name }: Entry): boolean => {
    const members = exportedMembers(programs, main, point);
    return members !== undefined && (!members.isWhole || members.names.has(name));
  };
  return declaredEntries(manifest)
    .filter((entry) => !isThere(entry))
    .map(issueOf);
}
