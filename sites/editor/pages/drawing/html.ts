import type { HtmlEscapedString } from "hono/utils/html";

/** Markup of the `html` tag, which escapes every value that is not such markup. */
export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;
