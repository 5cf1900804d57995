/** A site whose home page has the section for comments of the plugin of the release. */
import { ring, sqlOf } from "../plugins/siteWithPlugin.ts";
import { type Editor, callApi, post } from "./siteWithForm.ts";
import { aSiteWithShipped } from "./siteWithShipped.ts";

export const COMMENTS = "drawbridge.comments";
export const TALK = "home.talk";

export const aSiteWithComments = (settings: object = {}): Promise<Editor> =>
  aSiteWithShipped(COMMENTS, { id: "talk", type: `${COMMENTS}/comments`, fields: {} }, settings);

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
