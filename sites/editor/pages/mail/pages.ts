import { letterId } from "../../../../runtime/mail/views.ts";
import type { EditorPage } from "../desk/page.ts";
import { MAIL_ACTIONS } from "./actions.ts";
import { MAIL_AREA } from "./area.ts";
import { letterPage } from "./letterPage.ts";
import { mailPage } from "./mailPage.ts";

export const MAIL_PAGES: readonly EditorPage[] = [
  { path: MAIL_AREA.path, subject: null, actions: MAIL_ACTIONS, takesFiles: null, show: mailPage },
  { path: `${MAIL_AREA.path}/:letter`, subject: letterId, actions: {}, takesFiles: null, show: letterPage },
];
