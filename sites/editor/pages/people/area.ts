import { WORDS } from "../../../words/words.ts";
import { type EditorArea, findReading, findCommandRoute, START } from "../desk/area.ts";

export const PEOPLE_AREA: EditorArea = {
  get title() {
    return WORDS.people.title;
  },
  group: "manage",
  path: `${START}/people`,
  reads: findReading("/api/members"),
  writes: findCommandRoute("member.role"),
};

/** The account area, which every role may read. */
export const ACCOUNT_AREA: EditorArea = {
  get title() {
    return WORDS.account.title;
  },
  group: "own",
  path: `${START}/account`,
  reads: findReading("/api/logins"),
  writes: findCommandRoute("login.stop"),
};

/** The address of all members' agents. No member's id equals this word. */
export const AGENTS_PATH = `${PEOPLE_AREA.path}/agents`;
export const memberPath = (id: string): string => `${PEOPLE_AREA.path}/${id}`;
