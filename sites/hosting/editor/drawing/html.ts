import type { HtmlEscapedString } from "hono/utils/html";

/** Markup made by the `html` tag: every value in it that was not made so itself is escaped. */
export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;
