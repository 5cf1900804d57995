/** A site whose home page has the section for comments of the plugin of the release. */
import plugins from "drawbridge:with-code";
import type { PluginView } from "../../../runtime/plugins/management/views.ts";
import { aPackage } from "../api/packages.ts";
import { ring, sqlOf } from "../plugins/siteWithPlugin.ts";
import { type Editor, anEditor, callApi, done, place, post } from "./siteWithForm.ts";

export const COMMENTS = "drawbridge.comments";
export const TALK = "home.talk";

export async function aSiteWithComments(settings: object = {}): Promise<Editor> {
  const owner = await anEditor();
  const found = plugins.find(({ manifest }) => manifest.id === COMMENTS);
  if (!found) throw new Error("the plugin is not packed");
  const { digest, requested } = await done<PluginView>(
    await callApi(owner, "POST", "/api/plugins", {
      body: await aPackage(JSON.parse(found.manifestText) as Record<string, unknown>, found.files),
    }),
  );
  const at = `/api/plugins/${COMMENTS}`;
  await done(await callApi(owner, "PUT", `${at}/grant`, { body: { digest, capabilities: requested } }));
  await done(await callApi(owner, "PUT", `${at}/settings`, { ifMatch: 0, body: { values: settings } }));
  await done<PluginView>(await callApi(owner, "PUT", `${at}/state`, { body: { state: "enabled" } }));
  await place(owner, [{ id: "talk", type: `${COMMENTS}/comments`, fields: {} }]);
  return owner;
}

export const pageIn = async (owner: Editor): Promise<string> => (await callApi(owner, "GET", "/")).text();

export const releaseOf = async (owner: Editor): Promise<number> =>
  (await sqlOf<{ release: number }>(owner, "SELECT release FROM sites"))[0]?.release ?? 0;

/** Lets the clock publish what the storage has changed. */
export async function redraw(owner: Editor): Promise<void> {
  await sqlOf(owner, "UPDATE clock_moments SET due = 1");
  await ring(owner);
}

export const storedKeys = async (owner: Editor, prefix: string): Promise<string[]> => {
  const query = "SELECT key FROM plugin_storage WHERE plugin = ? AND key >= ? AND key < ? ORDER BY key";
  const rows = await sqlOf<{ key: string }>(owner, query, COMMENTS, prefix, `${prefix}~~`);
  return rows.map(({ key }) => key);
};

export const comment = (owner: Editor, text: string, more: object = {}, sent: object = {}): Promise<Response> =>
  post(owner, { form: TALK, json: { fields: { name: "Robin Ferry", text, ...more } }, ...sent });

export const moderate = (editor: Editor, route: string, keys: readonly string[], more: object = {}) =>
  callApi(editor, "POST", `/api/plugins/${COMMENTS}/routes/${route}`, { body: { keys }, ...more });
