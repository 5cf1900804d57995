import * as z from "zod/mini";
import type { EditorPage } from "../desk/page.ts";
import { TYPE_ACTIONS, TYPE_LIST_ACTIONS } from "./actions.ts";
import { TYPES_AREA, typeAt } from "./area.ts";
import { typePage } from "./typePage.ts";
import { typesPage } from "./typesPage.ts";

const typeName = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,39}$/));

export const TYPE_PAGES: readonly EditorPage[] = [
  { path: TYPES_AREA.path, subject: null, actions: TYPE_LIST_ACTIONS, takesFiles: null, show: typesPage },
  { path: typeAt(":type"), subject: typeName, actions: TYPE_ACTIONS, takesFiles: null, show: typePage },
];
