/** The action of the settings form. Settings that the sender did not change keep their present value. */
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { Settings } from "../../../../runtime/documents/content/settings.ts";
import type { PageActions } from "../desk/action.ts";
import { withQuery } from "../desk/address.ts";
import { findCommandRoute } from "../desk/area.ts";
import type { Desk } from "../desk/desk.ts";
import { merge, WAS, wasIn } from "../desk/merging.ts";
import { PUBLISHES } from "../desk/publishing.ts";
import type { Fields } from "../desk/sent.ts";
import { suggestedLanguages, suggestedValue, suggestedZones } from "../../../words/suggestions.ts";
import { linkFrom } from "../desk/links.ts";
import { pictureFor } from "../pages/sharePicture.ts";
import { SETTINGS_AREA } from "./area.ts";
import { entriesShown, NEEDED, ORGANIZATION, PICTURES, SOCIAL_FIELD, TEXTS } from "./members.ts";
import { entriesIn, statesIn, readStates } from "./states.ts";

export const SETTINGS_ACTIONS: PageActions = {
  ...PUBLISHES,
  settings: {
    route: findCommandRoute("settings.put"),
    fields: [WAS, "editorEntry", ...TEXTS, ...ORGANIZATION, ...PICTURES],
    more: SOCIAL_FIELD,
    async ask(desk, fields) {
      const { version, body } = expectValue(await desk.workspace.read("settings", desk.member.site));
      const was = wasIn(fields);
      const { mine, clashes } = merge(was, statesIn(fields, was), await readStates(desk, body));
      if (clashes.size > 0) throw new Refusal("STALE_VERSION", { current: version });
      const question = { version: String(version), body: { body: await changed(desk, body, fields, mine) } };
      // Sent twice, the form finds its changes stored. The request then differs, and the list form gives it another
      // key.
      return mine.size > 0 ? question : [question];
    },
    after: () => withQuery(SETTINGS_AREA.path, { done: "saved" }),
  },
};

async function changed(desk: Desk, present: Settings, fields: Fields, mine: ReadonlySet<string>): Promise<object> {
  const typed = (names: readonly string[]): Record<string, string | undefined> =>
    Object.fromEntries(
      names.filter((name) => mine.has(name)).map((name) => [name, meant(name, fields.get(name) ?? "") || undefined]),
    );
  const members: Record<string, unknown> = {
    ...present,
    ...typed(TEXTS),
    organization: filled({ ...present.organization, ...typed(ORGANIZATION) }),
  };
  // A site needs these members, so an empty one is sent and refused, and not removed.
  for (const name of NEEDED) members[name] ??= "";
  for (const name of PICTURES)
    if (mine.has(name)) members[name] = (await pictureFor(desk, fields.get(name) ?? "")) ?? undefined;
  // The default is true, so true is stored as undefined.
  if (mine.has("editorEntry")) members["editorEntry"] = fields.get("editorEntry") === "true" ? undefined : false;
  if (mine.has("social")) members["social"] = await entries(desk, present, fields);
  return members;
}

/** A language or a zone may be typed by its name. */
function meant(name: string, typed: string): string {
  const suggested = name === "language" ? suggestedLanguages() : name === "timeZone" ? suggestedZones() : [];
  return suggestedValue(typed, suggested);
}

const filled = (members: object): object | undefined =>
  Object.values(members).some((value) => value !== undefined) ? members : undefined;

/** The form's entries, followed by stored entries that the form did not show. */
async function entries(desk: Desk, present: Settings, fields: Fields): Promise<readonly object[] | undefined> {
  const links = await Promise.all(
    entriesIn(fields).map(async ([label, link]) => ({ label, link: await linkFrom(desk, link) })),
  );
  const all = [...links.filter(({ label }) => label !== ""), ...(present.social ?? []).slice(entriesShown(present))];
  return all.length === 0 ? undefined : all;
}
