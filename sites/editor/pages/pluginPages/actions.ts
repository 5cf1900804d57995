import { MEMBER_PAGE_ROWS } from "../../../../manifests/bounds/plugins.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { storageKeyShape } from "../../../../manifests/shapes/storageKey.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { clientDigest } from "../../../platform/login/clientDigest.ts";
import { seeOther } from "../../../web/http/answers.ts";
import type { PageActions } from "../desk/action.ts";
import type { Desk } from "../desk/desk.ts";
import type { Fields } from "../desk/sent.ts";
import { notInForm } from "../desk/through.ts";
import { pluginPageAt } from "./area.ts";

/** The boxes of a list, with the keys of its entries. */
export const ENTRY_FIELD = "entry.";
const ENTRY = /^entry\.\d{1,3}$/;

/** The box of an action that asks first. It confirms this action alone. */
export const confirmField = (action: string): string => `force.${action}`;
const ENTRY_OR_CONFIRMED = /^(?:entry\.\d{1,3}|force\.[a-z][a-z0-9-]{0,99})$/;

/** The button that was pressed names the action. */
export const ACTION_FIELD = "action";

function chosenKeys(fields: Fields): string[] {
  const keys = [...fields].filter(([name]) => ENTRY.test(name)).map(([, key]) => key);
  if (keys.length === 0 || keys.length > MEMBER_PAGE_ROWS) throw notInForm("entry", `1 to ${MEMBER_PAGE_ROWS} entries`);
  if (keys.some((key) => !storageKeyShape.safeParse(key).success)) throw notInForm("entry", "the key of an entry");
  return keys;
}

/**
 * Calls the plugin's route for an action, as a page of the site would for this member. The route's own access decides
 * whether the role may.
 */
async function run(desk: Desk, fields: Fields): Promise<Response> {
  const { workspace, member, env, incoming } = desk;
  const page = desk.subject ?? "";
  const list = fields.get("list") || undefined;
  const { plugin, actions } = expectValue(
    await workspace.read("plugin.page", member.site, { page, list, role: member.role }),
  );
  const action = actions.find(({ name }) => name === fields.get(ACTION_FIELD));
  if (!action) throw notInForm(ACTION_FIELD, "an action of this list");
  const keys = chosenKeys(fields);
  if (action.asks !== null && fields.get(confirmField(action.name)) !== "true")
    throw new Refusal("CONFLICT", { conflict: "confirmation_missing" });
  const { status } = expectValue(
    await workspace.pluginRoute(member.site, {
      plugin,
      method: "POST",
      path: action.path,
      query: {},
      body: { kind: "json", value: { keys } },
      caller: {
        member: { id: member.identity, role: member.role },
        origin: "same",
        client: await clientDigest(env, "plugin-visitor", incoming.request.headers),
      },
    }),
  );
  return seeOther(pluginPageAt(page, { list, done: status < 400 ? "done" : "refused" }));
}

export const PLUGIN_PAGE_ACTIONS: PageActions = {
  run: { fields: [ACTION_FIELD, "list"], more: ENTRY_OR_CONFIRMED, turn: run },
};
