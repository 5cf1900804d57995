/**
 * Members that each kind of plugin must have and must not have. A declarative plugin has no code and no member that
 * needs code.
 */
import type { Manifest } from "../manifest/manifest.ts";
import type { Issue } from "../refusals/refusal.ts";

type Present = readonly [pointer: string, isThere: boolean];

const EXECUTABLE_ONLY = 'nothing here in a plugin of kind "declarative"';

/**
 * Capabilities that need no code in the sandbox. Frames run in visitors' browsers. The kernel sends letters, with the
 * answers of forms that an owner granted.
 */
const WITHOUT_CODE: ReadonlySet<string> = new Set(["browser", "mail", "forms"]);

const isWithoutCode = (asked: NonNullable<Manifest["capabilities"]>): boolean =>
  Object.keys(asked).length > 0 &&
  Object.keys(asked).every((name) => WITHOUT_CODE.has(name)) &&
  (asked.forms === undefined || asked.mail !== undefined);

function declarativeIssues(manifest: Manifest): Issue[] {
  const { sections = [], hooks = [], routes = [], actions = [], pages = [], mcp = {} } = manifest.contributes;
  const present: Present[] = [
    ["/capabilities", manifest.capabilities !== undefined && !isWithoutCode(manifest.capabilities)],
    ["/limits", manifest.limits !== undefined],
    ["/migrate", manifest.migrate !== undefined],
    ["/main", manifest.main !== undefined],
    ["/contributes/hooks", hooks.length > 0],
    ["/contributes/routes", routes.length > 0],
    ["/contributes/actions", actions.length > 0],
    ["/contributes/pages", pages.length > 0],
    ...sections.map(({ data }, index): Present => [`/contributes/sections/${index}/data`, data !== undefined]),
    ...(mcp.tools ?? []).map(({ effect }, index): Present => [
      `/contributes/mcp/tools/${index}/effect`,
      effect === "write",
    ]),
  ];
  const refused = present.filter(([, isThere]) => isThere);
  return [
    ...refused.map(([pointer]) => ({
      pointer,
      found: "a contribution that only executable plugins may have",
      allowed: EXECUTABLE_ONLY,
    })),
    ...answersMissing(mcp),
  ];
}

/** In a plugin without code, a tool needs a query, and a resource needs a query or a template. */
function answersMissing({ tools = [], resources = [] }: NonNullable<Manifest["contributes"]["mcp"]>): Issue[] {
  const missing: Present[] = [
    ...tools.map(({ query }, index): Present => [`/contributes/mcp/tools/${index}/query`, query === undefined]),
    ...resources.map(({ template, query }, index): Present => [
      `/contributes/mcp/resources/${index}/template`,
      template === undefined && query === undefined,
    ]),
  ];
  return missing
    .filter(([, isMissing]) => isMissing)
    .map(([pointer]) => ({
      pointer,
      found: "nothing",
      allowed: "a query or template that answers it, because a declarative plugin has no code",
    }));
}

function executableIssues({ main, files }: Manifest): Issue[] {
  if (main === undefined) return [{ pointer: "/main", found: "nothing", allowed: "the path of the main module" }];
  if (files === undefined || Object.hasOwn(files, main)) return [];
  return [{ pointer: "/main", found: `${main}, which is not in files`, allowed: "a file of the package" }];
}

export const kindIssues = (manifest: Manifest): Issue[] =>
  manifest.kind === "declarative" ? declarativeIssues(manifest) : executableIssues(manifest);
