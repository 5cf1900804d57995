import * as z from "zod/mini";
import { DOCUMENT_ID_MAX_CHARS } from "../../manifests/bounds/documents.ts";

const part = `[a-z0-9][a-z0-9-]{0,${DOCUMENT_ID_MAX_CHARS - 1}}`;
/** A section of an entry that its page shows has the id of the showing section before its own. */
export const formIdShape = z
  .string()
  .check(z.regex(new RegExp(`^${part}\\.${part}(?:__${part})?$`), "<page id>.<section id>"));
