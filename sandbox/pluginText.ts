import { PLUGIN_MESSAGE_MAX_CHARS } from "../manifests/bounds/calls.ts";
import { visibleText } from "../manifests/visible.ts";

/** Every reader escapes text itself. If one forgets, a browser still finds no tag here. */
const escapeOf = (char: string): string => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;

/** Makes a plugin's text safe for a log line, a terminal and a page. Shortens it first, so that escaping is cheap. */
export function pluginText(text: string): string {
  const short = text.slice(0, PLUGIN_MESSAGE_MAX_CHARS).toWellFormed();
  const escaped = visibleText(short).replace(/[<>]/g, escapeOf);
  return escaped.length > PLUGIN_MESSAGE_MAX_CHARS ? `${escaped.slice(0, PLUGIN_MESSAGE_MAX_CHARS)}...` : escaped;
}
