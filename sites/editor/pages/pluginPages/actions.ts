import { MEMBER_PAGE_MESSAGE_MAX_CHARS, MEMBER_PAGE_ROWS } from "../../../../manifests/bounds/plugins.ts";
import { isObject } from "../../../../manifests/json/jsonObject.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { storageKeyShape } from "../../../../manifests/shapes/storageKey.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { MemberPageView } from "../../../../runtime/plugins/pages/views.ts";
import { clientDigest } from "../../../platform/login/clientDigest.ts";
import { seeOther } from "../../../web/http/answers.ts";
import type { PageActions } from "../desk/action.ts";
import type { Desk } from "../desk/desk.ts";
import type { Fields } from "../desk/sent.ts";
import { notInForm } from "../desk/through.ts";
import { keepSearch } from "../drawing/keptSearch.ts";
import { PLAIN_FIELD, schemaFields, typedValue } from "../drawing/schemaFields.ts";
import { pluginPageAt } from "./area.ts";

/** The boxes of a list, with the keys of its entries. */
export const ENTRY_FIELD = "entry.";
const ENTRY = /^entry\.\d{1,3}$/;

/** The box of an action that asks first. It confirms this action alone. */
export const confirmField = (action: string): string => `force.${action}`;
const ENTRY_OR_CONFIRMED = /^(?:entry\.\d{1,3}|force\.[a-z][a-z0-9-]{0,99})$/;

/** The button that was pressed names the action. */
export const ACTION_FIELD = "action";

const FORM_FIELD = /^set\.[A-Za-z0-9_-]{1,40}$/;

function chosenKeys(fields: Fields): string[] {
  const keys = [...fields].filter(([name]) => ENTRY.test(name)).map(([, key]) => key);
  if (keys.length === 0 || keys.length > MEMBER_PAGE_ROWS) throw notInForm("entry", `1 to ${MEMBER_PAGE_ROWS} entries`);
  if (keys.some((key) => !storageKeyShape.safeParse(key).success)) throw notInForm("entry", "the key of an entry");
  return keys;
}

/** The words with which a plugin refuses, if it gives some. */
function messageOf(json: string): string | undefined {
  const body: unknown = JSON.parse(json);
  const message = isObject(body) ? body["message"] : undefined;
  return typeof message === "string" ? message.slice(0, MEMBER_PAGE_MESSAGE_MAX_CHARS).toWellFormed() : undefined;
}

/**
 * Calls a route of the plugin, as a page of the site would for this member. The route's own access decides whether the
 * role may. Throws the plugin's own words if it refuses with some.
 */
async function called(desk: Desk, plugin: string, path: string, value: object): Promise<"done" | "refused"> {
  const { workspace, member, env, incoming } = desk;
  const { status, json } = expectValue(
    await workspace.pluginRoute(member.site, {
      plugin,
      method: "POST",
      path,
      query: {},
      body: { kind: "json", value },
      caller: {
        member: { id: member.identity, role: member.role },
        origin: "same",
        client: await clientDigest(env, "plugin-visitor", incoming.request.headers),
      },
    }),
  );
  if (status < 400) return "done";
  const reason = messageOf(json);
  if (reason !== undefined) throw new Refusal("CONFLICT", { conflict: "plugin_refused", reason });
  return "refused";
}

const pageFor = async (
  { workspace, member, subject }: Desk,
  list: string | undefined,
  entry?: string,
): Promise<MemberPageView> =>
  expectValue(
    await workspace.read("plugin.page", member.site, { page: subject ?? "", list, entry, role: member.role }),
  );

async function run(desk: Desk, fields: Fields): Promise<Response> {
  const list = fields.get("list") || undefined;
  const { page, plugin, actions } = await pageFor(desk, list);
  const action = actions.find(({ name }) => name === fields.get(ACTION_FIELD));
  if (!action) throw notInForm(ACTION_FIELD, "an action of this list");
  const keys = chosenKeys(fields);
  if (action.asks !== null && fields.get(confirmField(action.name)) !== "true")
    throw new Refusal("CONFLICT", { conflict: "confirmation_missing" });
  return seeOther(pluginPageAt(page, { list, done: await called(desk, plugin, action.path, { keys }) }));
}

/** Sends a form. Fields that were left empty are left out. A form of one entry sends its key along. */
async function fill(desk: Desk, fields: Fields): Promise<Response> {
  const list = fields.get("list") || undefined;
  const key = fields.get("entry") || undefined;
  const { page, plugin, forms } = await pageFor(desk, list, key);
  const form = forms.find(({ name }) => name === fields.get("form"));
  if (!form) throw notInForm("form", "a form of this list");
  const values = schemaFields(form.schema).shown.flatMap(({ name, kind }) => {
    const typed = fields.get(`${PLAIN_FIELD}${name}`) ?? "";
    return typed === "" ? [] : [[name, typedValue(kind, typed)] as const];
  });
  const body = { ...Object.fromEntries(values), ...(key === undefined ? {} : { key }) };
  return seeOther(pluginPageAt(page, { list, done: await called(desk, plugin, form.path, body) }));
}

export const PLUGIN_PAGE_ACTIONS: PageActions = {
  run: { fields: [ACTION_FIELD, "list"], more: ENTRY_OR_CONFIRMED, turn: run },
  fill: { fields: ["form", "list", "entry"], more: FORM_FIELD, turn: fill },
  search: {
    fields: ["text", "list"],
    turn: ({ subject }, fields) =>
      keepSearch(fields, (search) => pluginPageAt(subject ?? "", { list: fields.get("list"), search })),
  },
};
