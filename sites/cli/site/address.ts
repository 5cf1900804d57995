/** Which site a command talks to. */
import { UsageError } from "../command.ts";
import type { Options } from "../command.ts";

/** Names that always mean this machine, where sites are served over plain http. */
export const isLocal = (hostname: string): boolean => hostname === "localhost" || hostname.endsWith(".localhost");

/** The origin behind `--site` or SVC_SITE. Over plain http a login could be read on the way, so only this machine has it. */
export function siteOf(options: Options, environment: Readonly<Record<string, string | undefined>>): string {
  const text = options.text("site") ?? environment["SVC_SITE"];
  if (text === undefined || text === "") throw new UsageError("Name the site: --site <url>, or SVC_SITE in the environment.");
  const url = URL.parse(text);
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && isLocal(url.hostname));
  const isBare = url?.pathname === "/" && url.search === "" && url.hash === "" && url.username === "" && url.password === "";
  if (!url || !isSafe || !isBare) {
    throw new UsageError(`--site takes an address such as https://www.example.com or http://demo.localhost:8787, not ${JSON.stringify(text)}.`);
  }
  return url.origin;
}

export const SITE_OPTION = ["--site <url>", "the site, such as http://demo.localhost:8787 (default: SVC_SITE of the environment)"] as const;
