import { formIdShape } from "../../../runtime/submissions/views.ts";
import { mediaId } from "../../../runtime/media/views.ts";
import { AREAS } from "./desk/areas.ts";
import { filePage } from "./library/file.ts";
import { INBOX_ACTIONS } from "./inbox/actions.ts";
import { formsPage } from "./inbox/forms.ts";
import { SEARCH } from "./inbox/search.ts";
import { submissionsPage } from "./inbox/submissions.ts";
import { library } from "./library/library.ts";
import { FILE_ACTIONS, LIBRARY_ACTIONS } from "./library/mediaActions.ts";
import type { EditorPage } from "./desk/page.ts";

/** Every page of the editor. */
export const PAGES: readonly EditorPage[] = [
  {
    path: AREAS.media.path,
    area: AREAS.media,
    subject: null,
    actions: LIBRARY_ACTIONS,
    takesFiles: true,
    show: library,
  },
  {
    path: `${AREAS.media.path}/:media`,
    area: AREAS.media,
    subject: mediaId,
    actions: FILE_ACTIONS,
    takesFiles: false,
    show: filePage,
  },
  { path: AREAS.forms.path, area: AREAS.forms, subject: null, actions: {}, takesFiles: false, show: formsPage },
  {
    path: `${AREAS.forms.path}/:form`,
    area: AREAS.forms,
    subject: formIdShape,
    actions: { ...INBOX_ACTIONS, search: SEARCH },
    takesFiles: false,
    show: submissionsPage,
  },
];
