import { PLUGIN_MESSAGE_MAX_CHARS } from "../manifests/bounds/calls.ts";

const UNSAFE = /[^\x20-\x7e]|[<>&"'`\\]/gu;

const escapeOf = (char: string): string => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;

/** Words of a plugin, made fit for a log line, a terminal and a page: shortened first, so that escaping is cheap. */
export function pluginText(text: string): string {
  const escaped = text.slice(0, PLUGIN_MESSAGE_MAX_CHARS).replace(UNSAFE, escapeOf);
  return escaped.length > PLUGIN_MESSAGE_MAX_CHARS ? `${escaped.slice(0, PLUGIN_MESSAGE_MAX_CHARS)}...` : escaped;
}
