/** The action behind the form of settings: what it has no field for stays as it is. */
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { Settings } from "../../../../runtime/documents/content.ts";
import type { Actions } from "../desk/action.ts";
import { withQuery } from "../desk/address.ts";
import { routeOf } from "../desk/area.ts";
import type { Desk } from "../desk/desk.ts";
import { PUBLISHES } from "../desk/publishing.ts";
import type { Fields } from "../desk/sent.ts";
import { linkFrom } from "../menu/targets.ts";
import { pictureFor } from "../pages/sharePicture.ts";
import { SETTINGS_AREA } from "./area.ts";
import { entriesShown, ORGANIZATION, PICTURES, SOCIAL_FIELD, TEXTS } from "./members.ts";

export const SETTINGS_ACTIONS: Actions = {
  ...PUBLISHES,
  settings: {
    route: routeOf("settings.put"),
    fields: ["version", "editorEntry", ...TEXTS, ...ORGANIZATION, ...PICTURES],
    more: SOCIAL_FIELD,
    async ask(desk, fields) {
      const { body } = expectValue(await desk.workspace.read("settings", desk.member.site));
      return { version: fields.get("version") ?? "", body: { body: await changed(desk, body, fields) } };
    },
    after: () => withQuery(SETTINGS_AREA.path, { done: "saved" }),
  },
};

async function changed(desk: Desk, present: Settings, fields: Fields): Promise<object> {
  const pictures = await Promise.all(PICTURES.map((name) => pictureFor(desk, fields.get(name) ?? "")));
  const members: Record<string, unknown> = {
    ...present,
    ...typed(TEXTS, fields),
    name: fields.get("name") ?? "",
    language: fields.get("language") ?? "",
    organization: filled({ ...present.organization, ...typed(ORGANIZATION, fields) }),
    // The entry is on where the settings do not say.
    editorEntry: fields.get("editorEntry") === "true" ? undefined : false,
    social: await entries(desk, present, fields),
  };
  for (const [index, name] of PICTURES.entries())
    if (pictures[index] !== undefined) members[name] = pictures[index] ?? undefined;
  return members;
}

const typed = (names: readonly string[], fields: Fields): Record<string, string | undefined> =>
  Object.fromEntries(names.map((name) => [name, (fields.get(name) ?? "").trim() || undefined]));

const filled = (members: object): object | undefined =>
  Object.values(members).some((value) => value !== undefined) ? members : undefined;

/** The entries of the form as they were typed, and the others behind them. */
async function entries(desk: Desk, present: Settings, fields: Fields): Promise<readonly object[] | undefined> {
  const shown = entriesShown(present);
  const sent = Array.from({ length: shown }, (_, index) => [fields.get(`label-${index}`), fields.get(`link-${index}`)]);
  const wanted = sent.filter(([label = "", link = ""]) => label.trim() !== "" || link.trim() !== "");
  const links = await Promise.all(
    wanted.map(async ([label = "", link = ""]) => ({ label: label.trim(), link: await linkFrom(desk, link) })),
  );
  const all = [...links.filter(({ label }) => label !== ""), ...(present.social ?? []).slice(shown)];
  return all.length === 0 ? undefined : all;
}
