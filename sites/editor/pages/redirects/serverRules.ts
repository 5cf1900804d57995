/** Rules of servers as redirects: `rewrite` and `location` of nginx, `Redirect` and `RedirectMatch` of Apache. */
import { addressOfRegex } from "../../../../manifests/shapes/regexAddress.ts";
import type { ReadRow } from "./readRow.ts";

/** The ways in which rules are written. The groups name the parts of a rule. */
const RULES: readonly RegExp[] = [
  /^\s*rewrite\s+(?<regex>\S+)\s+(?<to>\S+?)(?:\s+(?<rewrite>permanent|redirect|last|break))?\s*;\s*$/,
  /^\s*location\s+=\s+(?<from>\S+)\s*\{\s*return\s+(?<code>\d{3})(?:\s+(?<to>[^\s;]+))?\s*;\s*\}\s*$/,
  /^\s*RedirectMatch(?:\s+(?<code>\d{3}|permanent|temp|gone))?\s+"?(?<regex>[^\s"]+)"?(?:\s+"?(?<to>[^\s"]+)"?)?\s*$/i,
  /^\s*Redirect(?:\s+(?<code>\d{3}|permanent|temp|gone))?\s+"?(?<from>\/[^\s"]*)"?(?:\s+"?(?<to>[^\s"]+)"?)?\s*$/i,
];

/** Words for a status. */
const STATUS_WORDS: Readonly<Record<string, number>> = { permanent: 301, redirect: 302, temp: 302, gone: 410 };

/** Undefined for a row that is no rule of a server. */
export function serverRule(row: string): ReadRow | undefined {
  const groups = RULES.map((rule) => rule.exec(row)?.groups).find((found) => found !== undefined);
  if (!groups) return undefined;
  const { regex, from = regex ?? "", to = "" } = groups;
  const address = regex === undefined ? { from, to } : addressOfRegex(regex, to.replace(/\?$/, ""));
  const status = statusIn(row, groups);
  const { from: old, to: next } = address ?? { from, to };
  const entry = status === 410 ? { from: old, status } : { from: old, to: next, status: status ?? 301 };
  return { entry, fault: status === undefined ? "inside" : address ? undefined : "pattern" };
}

/** Undefined for a rewrite inside of the server, which sends no visitor anywhere. */
function statusIn(
  row: string,
  { rewrite = "", code = "temp" }: Readonly<Record<string, string | undefined>>,
): number | undefined {
  if (/^\s*rewrite\b/.test(row)) return STATUS_WORDS[rewrite];
  return STATUS_WORDS[code.toLowerCase()] ?? Number(code);
}
