import { WORDS } from "../../../words/words.ts";
import { type EditorArea, findCommandRoute, findReading, START } from "../desk/area.ts";

export const MAIL_AREA: EditorArea = {
  get title() {
    return WORDS.mail.title;
  },
  group: "own",
  path: `${START}/mail`,
  reads: findReading("/api/mail"),
  writes: findCommandRoute("mail.choose"),
};
