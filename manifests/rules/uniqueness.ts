import { drawnTypes } from "../manifest/contentType.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { quote } from "../refusals/pointer.ts";
import type { Issue } from "../refusals/refusal.ts";

interface Named {
  readonly pointer: string;
  readonly name: string;
}

function repeated(all: readonly Named[], what: string): Issue[] {
  const seen = new Set<string>();
  return all.flatMap(({ pointer, name }) => {
    const isNew = !seen.has(name);
    seen.add(name);
    return isNew ? [] : [{ pointer, found: `a second ${what} ${quote(name)}`, allowed: "each once" }];
  });
}

const names = (at: string, list: readonly { readonly name: string }[] = []): Issue[] =>
  repeated(
    list.map(({ name }, index) => ({ pointer: `${at}/${index}/name`, name })),
    "name",
  );

/** Sections and content types have names of one kind, because both draw parts of a page. */
const drawn = ({ contributes }: Manifest): Issue[] =>
  repeated(
    drawnTypes(contributes).map(({ pointer, item }) => ({ pointer: `${pointer}/name`, name: item.name })),
    "name",
  );

const BY_NAME = [
  "inline",
  "themes",
  "metadata",
  "assets",
  "frames",
  "forms",
  "media",
  "imports",
  "letters",
  "routes",
  "actions",
  "pages",
  "provides",
  "extends",
] as const;
const MCP_BY_NAME = ["tools", "resources", "prompts"] as const;

function insideSections({ contributes }: Manifest): Issue[] {
  return (contributes.sections ?? []).flatMap(({ variants, slots }, index) => [
    ...names(`/contributes/sections/${index}/variants`, variants),
    ...names(`/contributes/sections/${index}/slots`, slots),
  ]);
}

function insideMcp({ contributes: { mcp = {} } }: Manifest): Issue[] {
  return [
    ...MCP_BY_NAME.flatMap((kind) => names(`/contributes/mcp/${kind}`, mcp[kind])),
    ...(mcp.prompts ?? []).flatMap((prompt, index) =>
      names(`/contributes/mcp/prompts/${index}/arguments`, prompt.arguments),
    ),
  ];
}

const files = ({ contributes }: Manifest): Issue[] =>
  repeated(
    (contributes.files ?? []).map(({ path, each }, index) => ({
      pointer: `/contributes/files/${index}/path`,
      name: [path, ...(each ? [each.type ?? "each list"] : [])].join(" of "),
    })),
    "path",
  );

const hooks = ({ contributes }: Manifest): Issue[] =>
  repeated(
    (contributes.hooks ?? []).map(({ on }, index) => ({ pointer: `/contributes/hooks/${index}/on`, name: on })),
    "hook",
  );

const routes = ({ contributes }: Manifest): Issue[] =>
  repeated(
    (contributes.routes ?? []).flatMap(({ path, methods }, index) =>
      methods.map((method, at) => ({
        pointer: `/contributes/routes/${index}/methods/${at}`,
        name: `${method} ${path}`,
      })),
    ),
    "route",
  );

const migrations = ({ migrate = [] }: Manifest): Issue[] =>
  repeated(
    migrate.map(({ of }, index) => ({ pointer: `/migrate/${index}/of`, name: of })),
    "migration of",
  );

/** Lists duplicate names in all places where names identify something. */
export const uniquenessIssues = (manifest: Manifest): Issue[] => [
  ...BY_NAME.flatMap((point) => names(`/contributes/${point}`, manifest.contributes[point])),
  ...drawn(manifest),
  ...insideSections(manifest),
  ...insideMcp(manifest),
  ...files(manifest),
  ...hooks(manifest),
  ...routes(manifest),
  ...migrations(manifest),
];
