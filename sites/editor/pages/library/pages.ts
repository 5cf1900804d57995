import { mediaId } from "../../../../runtime/media/views.ts";
import type { EditorPage } from "../desk/page.ts";
import { MEDIA_AREA } from "./area.ts";
import { cropPage } from "./cropPage.ts";
import { filePage } from "./file.ts";
import { library } from "./library.ts";
import { PUBLISHES } from "../desk/publishing.ts";
import { LABEL_MANY, labelMany, LABELS_MANY } from "./labelMany.ts";
import { REMOVE_MANY, removeMany, REMOVES_MANY } from "./removeMany.ts";
import { FILE_ACTIONS, STORES_FILES, STORES_REPLACEMENT } from "./mediaActions.ts";
import { APPLIES, proposing } from "./pictureActions.ts";

const PICTURE_ACTIONS = { propose: proposing((desk, proposal) => filePage(desk, { proposal })), apply: APPLIES };

export const MEDIA_PAGES: readonly EditorPage[] = [
  { path: MEDIA_AREA.path, subject: null, actions: PUBLISHES, takesFiles: STORES_FILES, show: library },
  { path: LABEL_MANY, subject: null, actions: { labelMany: LABELS_MANY }, takesFiles: null, show: labelMany },
  { path: REMOVE_MANY, subject: null, actions: { removeMany: REMOVES_MANY }, takesFiles: null, show: removeMany },
  {
    path: `${MEDIA_AREA.path}/:media`,
    subject: mediaId,
    actions: { ...FILE_ACTIONS, ...PICTURE_ACTIONS },
    takesFiles: STORES_REPLACEMENT,
    show: filePage,
  },
  { path: `${MEDIA_AREA.path}/:media/crop`, subject: mediaId, actions: {}, takesFiles: null, show: cropPage },
];
