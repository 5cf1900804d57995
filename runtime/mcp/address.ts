import { variableOf } from "../../manifests/resourceAddress.ts";
import type { ParameterName } from "../../manifests/operation.ts";
import type { CatalogueResource } from "./catalogue.ts";

/** Everything agents read on a site has a URI of this scheme: only a server of the site can resolve it. */
const SCHEME = "site://";

export const uriOf = (hostname: string, address: string): string => `${SCHEME}${hostname}/${address}`;

/** Where the server of one site is, when all are reached under one name. */
export const siteMcpAddress = (origin: string, hostname: string): string => `${origin}/sites/${hostname}/mcp`;

/** A path in an address, which needs no escapes: anything else is no address of ours. */
const VALUES = { path: /^\/[a-z0-9._~/-]*$/, word: /^[a-z0-9._~-]+$/ } as const;

/** The address with its variable filled in. */
export const filled = (address: string, value: string): string => address.replace(/\{\+?[^}]+\}$/, () => value);

/** The value of the variable in an address of this resource; null without a variable, undefined when it is another address. */
export function valueIn({ address }: CatalogueResource, given: string): string | null | undefined {
  const variable = /\{(\+?)[^}]+\}$/.exec(address);
  if (!variable) return given === address ? null : undefined;
  const before = address.slice(0, variable.index);
  if (!given.startsWith(before)) return undefined;
  const value = given.slice(before.length);
  return VALUES[variable[1] === "+" ? "path" : "word"].test(value) ? value : undefined;
}

/** What stands after the name of this site in a URI; undefined for a URI of anything else. */
export function addressIn(hostname: string, uri: string): string | undefined {
  const prefix = uriOf(hostname, "");
  return uri.startsWith(prefix) ? uri.slice(prefix.length) : undefined;
}

/** Which parameter of its question the variable of a resource is. */
export function parameterOf({ address, answer }: CatalogueResource): ParameterName | undefined {
  const variable = variableOf(address);
  if (variable === undefined || !("query" in answer)) return undefined;
  const found = Object.entries(answer.query).find(([, value]) => typeof value === "object" && value.field === variable);
  return found?.[0] as ParameterName | undefined;
}
