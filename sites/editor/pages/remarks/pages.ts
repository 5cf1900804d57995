import type { EditorPage } from "../desk/page.ts";
import { REMARKS_AREA } from "./area.ts";
import { remarkList } from "./remarkList.ts";

export const REMARK_PAGES: readonly EditorPage[] = [
  { path: REMARKS_AREA.path, subject: null, actions: {}, takesFiles: null, show: remarkList },
];
