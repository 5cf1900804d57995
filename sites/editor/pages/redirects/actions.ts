/** The actions of the page of redirects. Each computes the new redirects and writes them. */
import { EDITOR_ROWS_MAX_CHARS } from "../../../../manifests/bounds/editor.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { Redirects } from "../../../../runtime/documents/content/content.ts";
import { type Action, type PageActions, FORCED } from "../desk/action.ts";
import { withQuery } from "../desk/address.ts";
import { findCommandRoute } from "../desk/area.ts";
import type { Desk } from "../desk/desk.ts";
import { PUBLISHES } from "../desk/publishing.ts";
import type { Fields } from "../desk/sent.ts";
import { notInForm } from "../desk/through.ts";
import { REDIRECTS_AREA } from "./area.ts";
import { ownHostsOf } from "./ownHosts.ts";
import { readRows } from "./rows.ts";

type Change = (present: Redirects, fields: Fields, desk: Desk) => object | Promise<object>;

/** Changes the draft's redirects. The command writes them only if the version is still the shown one. */
const putting = (change: Change): Action["ask"] =>
  async function ask(desk, fields) {
    const { body } = expectValue(await desk.workspace.read("redirects", desk.member.site));
    return { version: fields.get("version") ?? "", body: { body: await change(body, fields, desk) } };
  };

const route = findCommandRoute("redirects.put");
const done = (words: string) => (): string => withQuery(REDIRECTS_AREA.path, { done: words });

/** The typed entry, which the API validates. */
function typedEntry(fields: Fields): object {
  const [from, to, status] = ["from", "to", "status"].map((name) => (fields.get(name) ?? "").trim());
  return status === "410" ? { from, status: 410 } : { from, to, status: Number(status) };
}

/** The rows to import. Browsers limit the text, and other clients may not, so the length is checked. */
export function rowsIn(fields: Fields): string {
  const rows = fields.get("rows") ?? "";
  if (rows.length > EDITOR_ROWS_MAX_CHARS) throw notInForm("rows", `at most ${EDITOR_ROWS_MAX_CHARS} characters`);
  return rows;
}

const editing = findCommandRoute("redirects.edit");

export const REDIRECT_ACTIONS: PageActions = {
  ...PUBLISHES,
  add: {
    route: editing,
    fields: ["version", "from", "to", "status"],
    ask: (_, fields) => ({ version: fields.get("version") ?? "", body: { put: [{ redirect: typedEntry(fields) }] } }),
    after: done("added"),
  },
  remove: {
    route: editing,
    fields: ["version", "from"],
    ask: (_, fields) => ({ version: fields.get("version") ?? "", body: { remove: [fields.get("from") ?? ""] } }),
    after: done("removed"),
  },
  import: {
    route,
    fields: ["version", "rows", FORCED],
    isAskedTwice: true,
    ask: putting(async (present, fields, desk) => ({
      entries: readRows(rowsIn(fields), present, await ownHostsOf(desk)).entries,
    })),
    after: done("imported"),
  },
};
