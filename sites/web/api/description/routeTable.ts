/**
 * The table of all routes that reviewers read: method, path, command and who may ask. The generator writes it beside
 * the code, so a change of any route is a line of a review.
 */
import { OPERATOR_ROUTES } from "../operator/routes.ts";
import { ROUTES } from "../routes/index.ts";
import { VISITOR_ROUTES } from "../routes/visitors.ts";
import { AUTH_ROUTES } from "./authRoutes.ts";

/** The cells of one route. */
type Row = readonly [method: string, path: string, command: string, permission: string];

/** A cell without a value. */
const NONE = "-";

/** The routes of the API, in the order of their description. Beside members' permissions: who needs none. */
const rows = (): readonly Row[] => [
  ...ROUTES.map(({ method, path, command, permission }): Row => [
    method,
    path,
    command ?? NONE,
    [permission].flat().join(" and "),
  ]),
  ...VISITOR_ROUTES.map(({ method, path }): Row => [method, path, NONE, "(anyone)"]),
  ...OPERATOR_ROUTES.map(({ method, path, secretOnly }): Row => [
    method,
    path,
    NONE,
    secretOnly ? "(provisioning secret)" : "(operator)",
  ]),
  ...AUTH_ROUTES.map(({ method, path }): Row => [method, path, NONE, "(anyone)"]),
];

const HEAD: Row = ["method", "path", "command", "permission"];

/** The table as text, a route a line, with the columns under each other. */
export function routeTable(): string {
  const table = [HEAD, ...rows()];
  const widths = HEAD.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const line = (row: Row): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  return table.map((row) => `${line(row)}\n`).join("");
}
