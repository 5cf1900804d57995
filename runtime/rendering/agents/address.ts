import { variableOf } from "../../../manifests/agents/resourceAddress.ts";
import type { ParameterName } from "../../../manifests/agents/operation.ts";
import type { CatalogueResource } from "./catalogue.ts";

/** The scheme of every URI that agents read on a site. Only the site's own server can resolve it. */
const SCHEME = "site://";

export const uriOf = (hostname: string, address: string): string => `${SCHEME}${hostname}/${address}`;

/** Builds the address of one site's MCP server, for a deployment that serves all sites under one name. */
export const siteMcpAddress = (origin: string, hostname: string): string => `${origin}/sites/${hostname}/mcp`;

/** The allowed values of a variable. They need no escapes, so an address with any other value is not ours. */
const VALUES = { path: /^\/[a-z0-9._~/-]*$/, word: /^[a-z0-9._~-]+$/ } as const;

/** Fills in the variable of an address. */
export const filledAddress = (address: string, value: string): string => address.replace(/\{\+?[^}]+\}$/, () => value);

/** Reads the variable's value in an address of this resource. Null: it has no variable; undefined: another address. */
export function valueIn({ address }: CatalogueResource, given: string): string | null | undefined {
  const variable = /\{(\+?)[^}]+\}$/.exec(address);
  if (!variable) return given === address ? null : undefined;
  const before = address.slice(0, variable.index);
  if (!given.startsWith(before)) return undefined;
  const value = given.slice(before.length);
  return VALUES[variable[1] === "+" ? "path" : "word"].test(value) ? value : undefined;
}

/** Reads the part of a URI after the site's name; undefined for a URI of another site or scheme. */
export function addressIn(hostname: string, uri: string): string | undefined {
  const prefix = uriOf(hostname, "");
  return uri.startsWith(prefix) ? uri.slice(prefix.length) : undefined;
}

/** Names the query parameter that the variable of a resource fills; undefined without a variable or a query. */
export function parameterOf({ address, answer }: CatalogueResource): ParameterName | undefined {
  const variable = variableOf(address);
  if (variable === undefined || !("query" in answer)) return undefined;
  const found = Object.entries(answer.query).find(([, value]) => typeof value === "object" && value.field === variable);
  return found?.[0] as ParameterName | undefined;
}
