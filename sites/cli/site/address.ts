/** Finds the site that a command should talk to. */
import { UsageError, type Options } from "../command/command.ts";

/** Addresses that always mean this machine. */
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Hostnames that always mean this machine, whose sites use plain http. */
export const isLocal = (hostname: string): boolean => LOOPBACK.has(hostname) || hostname.endsWith(".localhost");

/** Plain http would expose the login on the network, so it is only allowed to this machine. */
const isSafe = ({ protocol, hostname }: URL): boolean =>
  protocol === "https:" || (protocol === "http:" && isLocal(hostname));

const isBare = (url: URL): boolean => url.href === `${url.origin}/`;

/** The site's origin, from `--site` or SVC_SITE. `option` is the option that names the site, if it has another name. */
export function readSite(
  options: Options,
  environment: Readonly<Record<string, string | undefined>>,
  option = "site",
): string {
  const text = options.text(option) ?? environment["SVC_SITE"] ?? "";
  if (text === "") throw new UsageError("Name the site: --site <url>, or SVC_SITE in the environment.");
  const url = URL.parse(text);
  if (url && isSafe(url) && isBare(url)) return url.origin;
  throw new UsageError(
    `--${option} takes an address such as https://www.example.com or http://demo.localhost:8787, not ${JSON.stringify(text)}.`,
  );
}

export const SITE_OPTION = [
  "--site <url>",
  "the site, such as http://demo.localhost:8787 (default: the environment variable SVC_SITE)",
] as const;
