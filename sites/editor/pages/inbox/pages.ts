import { formIdShape } from "../../../../runtime/forms/formIdShape.ts";
import type { EditorPage } from "../desk/page.ts";
import { INBOX_ACTIONS } from "./actions.ts";
import { FORMS_AREA } from "./area.ts";
import { formsPage } from "./forms.ts";
import { SEARCH } from "./search.ts";
import { submissionsPage } from "./submissions.ts";

export const FORM_PAGES: readonly EditorPage[] = [
  { path: FORMS_AREA.path, subject: null, actions: {}, takesFiles: null, show: formsPage },
  {
    path: `${FORMS_AREA.path}/:form`,
    subject: formIdShape,
    actions: { ...INBOX_ACTIONS, search: SEARCH },
    takesFiles: null,
    show: submissionsPage,
  },
];
