import { byRole } from "../shape/byRole.ts";
import { ROLES } from "./roles.ts";

/** Words around every page of the editor. */
export const EVERY_PAGE = {
  /** Stands between a name and what is said of it. */
  colon: ": ",
  draft: "Look at the draft",
  canvas: "Edit the site",
  menu: "Menu",
  areas: "Editor",
  skip: "Skip to the content",
  login: "Log in",
  logout: "Log out",
  loginElsewhere: "Log in in another tab",
  sendAgain: "Send what I wrote again",
  keep: "Keep it",
  toEditor: "Go to the editor",
  search: "Search",
  clear: "Show all",
  save: "Save",
  /** Words for a member without a name. */
  unnamed: byRole(ROLES, "unnamed"),
  /** Words for an actor without a name. */
  actors: {
    member: "a former member",
    operator: "the operator",
    plugin: "a plugin",
    system: "the system",
    visitor: "a visitor",
  },
  support: "For support",
  /** Words beside a field that changed as well since the form was opened. */
  merged: {
    byOthers: {
      text: "Another member wrote here: “{text}”. Save again to put yours in its place.",
      empty: "Another member emptied this. Save again to put yours in its place.",
      choice: "Another member changed this. Save again to put your choice in its place.",
    },
    byYou: {
      text: "You saved last, perhaps in another tab. It says “{text}” here by now: save again to put this in its place.",
      empty: "You saved last, perhaps in another tab. It is empty by now: save again to put this in its place.",
      choice:
        "You saved last, perhaps in another tab. It was chosen otherwise: save again to put this choice in its place.",
    },
  },
  /** Words for the target of a link. */
  link: {
    deleted: "The page “{title}” was deleted.",
    lost: "There is no page at this address.",
    now: "It leads to {target}.",
  },
  /** Reports of finished actions, by the word in the address. */
  done: { saved: "Saved." },
  /** The groups of areas in the bar, in its order. */
  groups: { write: "Write", look: "Look", site: "Site", publish: "Publish", manage: "Manage", own: "You" },
} as const;

export type GroupName = keyof typeof EVERY_PAGE.groups;
