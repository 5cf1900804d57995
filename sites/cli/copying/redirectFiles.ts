/** Redirects and headers of a site, in the files of static hosts. */
import { asciiAddress, normalPath } from "../../../manifests/shapes/normalPath.ts";
import { copyPatterns } from "./copyNames.ts";
import { nginxText } from "./nginxText.ts";
import type { Redirects } from "../../../runtime/documents/content/content.ts";

type Redirect = Redirects["entries"][number];

export interface HostFiles {
  /** `_redirects`, which Netlify and Cloudflare read. */
  readonly redirects: string;
  /** The part of a server's configuration for nginx. */
  readonly nginx: string;
  /** Rules that one of the two has no form for. */
  readonly leftOut: readonly string[];
}

interface Rule {
  readonly from: string;
  /** True for `/a/*`, whose `from` is then `/a`. */
  readonly isPrefix: boolean;
  /** Undefined for an address that is gone. */
  readonly to: string | undefined;
  readonly status: number;
}

/** Undefined for a rule of another form than one address or all addresses below one. */
function ruleOf(redirect: Redirect): Rule | undefined {
  const { from, status } = redirect;
  const isPrefix = from.endsWith("/*");
  const path = isPrefix ? from.slice(0, -2) : from;
  if (!/^\/[^*?:#\s]*$/.test(path) && path !== "") return undefined;
  const to = "to" in redirect ? asciiAddress(redirect.to.replace(/:splat$/, "*")) : undefined;
  // A rule whose target carries a part of the address elsewhere than at its end has no form on static hosts.
  if (
    isPrefix &&
    to !== undefined &&
    (/[*]./.test(to) || /:splat/.test(to) || (to.endsWith("*") && !to.endsWith("/*")))
  )
    return undefined;
  return { from: asciiAddress(path), isPrefix, to, status };
}

/** A file of the copy that pictures of earlier sites have become. */
export interface FormerPicture {
  readonly from: string;
  readonly to: string;
}

/**
 * A rule that leads to a page for readers would tell strangers its address. `closed` has the normal paths of these.
 * `pictures` are those whose resized copies lead to them, too.
 */
export function hostFiles(
  redirects: Redirects,
  closed: ReadonlySet<string> = new Set(),
  pictures: readonly FormerPicture[] = [],
): HostFiles {
  const isClosed = (entry: Redirect): boolean =>
    "to" in entry && closed.has(normalPath(entry.to.replace(/[?#].*$/s, "")));
  const rules = redirects.entries.filter((entry) => !isClosed(entry)).map((entry) => [entry, ruleOf(entry)] as const);
  const known = rules.flatMap(([, rule]) => (rule ? [rule] : []));
  // The first rule that fits decides on static hosts, so an exact rule stands before the prefix that includes it.
  const ordered = known.toSorted(
    (one, other) => Number(one.isPrefix) - Number(other.isPrefix) || other.from.length - one.from.length,
  );
  return {
    redirects: ordered.flatMap(hostLines).join(""),
    nginx: [...ordered.flatMap(nginxLines), ...copyLines(pictures)].join(""),
    leftOut: [
      ...redirects.entries.filter(isClosed).map(({ from }) => `${from}: it leads to a page for readers`),
      ...rules.flatMap(([{ from }, rule]) => (rule ? [] : [`${from}: neither file has a form for this rule`])),
      ...known
        .filter(({ to, isPrefix }) => isPrefix && to === "/*")
        .map(({ from }) => `${from}/*: _redirects has no safe form for this rule; nginx.conf does`),
      ...known
        .filter(({ to }) => to === undefined)
        .map(
          ({ from, isPrefix }) =>
            `${from}${isPrefix ? "/*" : ""}: _redirects cannot say that an address is gone; nginx.conf does`,
        ),
      ...(pictures.length === 0
        ? []
        : ["names of resized copies of pictures at earlier sites: _redirects has no form for them; nginx.conf does"]),
    ],
  };
}

/** Copies in the format of a picture come first, because another picture may have the same name in another format. */
function copyLines(pictures: readonly FormerPicture[]): string[] {
  const lines = (of: "same" | "others"): string[] =>
    pictures.flatMap(({ from, to }) => {
      const pattern = copyPatterns(asciiAddress(from))?.[of];
      return pattern === undefined ? [] : [condition(pattern, 301, nginxTarget(asciiAddress(to)))];
    });
  return [...lines("same"), ...lines("others")];
}

function hostLines({ from, isPrefix, to, status }: Rule): string[] {
  if (to === undefined) return [];
  if (!isPrefix) return [`${from} ${to} ${status}\n`];
  // With this target, an address such as /old//host would lead to another host.
  if (to === "/*") return [];
  return [
    `${from === "" ? "" : `${from} ${to.replace(/\/\*$/, "") || "/"} ${status}\n`}`,
    `${from}/* ${to.replace(/\*$/, ":splat")} ${status}\n`,
  ];
}

/** Conditions of nginx. It compares what the visitor's program sent, so that the rest of the path stays encoded. */
function nginxLines({ from, isPrefix, to, status }: Rule): string[] {
  const exact = `^${escapedPattern(from)}/?(?:\\?|$)`;
  // The rest begins with no slash: behind "/" it would name another host.
  const below = `^${escapedPattern(from)}/+(?<rest>[^/?][^?]*)`;
  if (!isPrefix || to === undefined)
    return [condition(isPrefix ? `^${escapedPattern(from)}(?:[/?]|$)` : exact, status, nginxTarget(to))];
  const isCarried = to.endsWith("/*");
  return [
    condition(exact, status, nginxTarget(isCarried ? to.slice(0, -2) || "/" : to)),
    condition(below, status, isCarried ? `${encodedDollars(to.slice(0, -1))}$rest$is_args$args` : nginxTarget(to)),
  ];
}

const condition = (pattern: string, status: number, target: string | undefined): string =>
  `  if ($request_uri ~* ${nginxText(pattern)}) { return ${status}${target === undefined ? "" : ` ${nginxText(target)}`}; }\n`;

/** A dollar sign has no form in a text of nginx, so addresses encode it. */
const encodedDollars = (address: string): string => address.replaceAll("$", "%24");

/** The visitor's query goes along, unless the target has one. */
function nginxTarget(to: string | undefined): string | undefined {
  if (to === undefined) return undefined;
  const [, address = "", anchor = ""] = /^([^#]*)(.*)$/s.exec(encodedDollars(to)) ?? [];
  return `${address}${address.includes("?") ? "" : "$is_args$args"}${anchor}`;
}

const escapedPattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
