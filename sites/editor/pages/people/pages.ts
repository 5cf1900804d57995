import { member } from "../../../web/api/request/parameter.ts";
import type { EditorPage } from "../desk/page.ts";
import { accountPage } from "./account.ts";
import { ACCOUNT_ACTIONS, AGENT_ACTIONS, INVITING, MEMBER_ACTIONS } from "./actions.ts";
import { agentsPage } from "./agents.ts";
import { ACCOUNT_AREA, AGENTS_PATH, PEOPLE_AREA } from "./area.ts";
import { memberPage } from "./member.ts";
import { memberList } from "./members.ts";

export const PEOPLE_PAGES: readonly EditorPage[] = [
  {
    path: PEOPLE_AREA.path,
    subject: null,
    actions: INVITING,
    takesFiles: null,
    show: (desk, state) => memberList(desk, state),
  },
  { path: AGENTS_PATH, subject: null, actions: AGENT_ACTIONS, takesFiles: null, show: agentsPage },
  {
    path: `${PEOPLE_AREA.path}/:member`,
    subject: member.schema,
    actions: MEMBER_ACTIONS,
    takesFiles: null,
    show: memberPage,
  },
];

export const ACCOUNT_PAGES: readonly EditorPage[] = [
  { path: ACCOUNT_AREA.path, subject: null, actions: ACCOUNT_ACTIONS, takesFiles: null, show: accountPage },
];
