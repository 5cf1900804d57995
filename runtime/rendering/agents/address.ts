import { variableOf } from "../../../manifests/agents/resourceAddress.ts";
import { asciiAddress, pathOfAddress } from "../../../manifests/shapes/normalPath.ts";
import { isPagePath } from "../../../manifests/shapes/pagePath.ts";
import type { ParameterName } from "../../../manifests/agents/operation.ts";
import type { CatalogueResource } from "./catalogue.ts";

/** The scheme of a site's resource URIs. Only the site's own MCP server can resolve them. */
const SCHEME = "site://";

export const uriOf = (hostname: string, address: string): string => `${SCHEME}${hostname}/${address}`;

/** The address of a site's MCP server, in a deployment that serves all sites under one hostname. */
export const siteMcpAddress = (origin: string, hostname: string): string => `${origin}/sites/${hostname}/mcp`;

/** The allowed values of a variable without escapes. Beside them, only the address of a page in other letters is valid. */
const VALUES = { path: /^\/[a-z0-9._~/-]*$/, word: /^[a-z0-9._~-]+$/ } as const;

/** Fills in the variable of an address. */
export const filledAddress = (address: string, value: string): string =>
  address.replace(/\{\+?[^}]+\}$/, () => asciiAddress(value));

/**
 * The variable's value in a URI of this resource. Null if the resource has no variable; undefined if the URI is
 * another's.
 */
export function valueIn({ address }: CatalogueResource, given: string): string | null | undefined {
  const variable = /\{(\+?)[^}]+\}$/.exec(address);
  if (!variable) return given === address ? null : undefined;
  const before = address.slice(0, variable.index);
  if (!given.startsWith(before)) return undefined;
  const value = given.slice(before.length);
  if (VALUES[variable[1] === "+" ? "path" : "word"].test(value)) return value;
  const path = pathOfAddress(value);
  return variable[1] === "+" && path !== value && isPagePath(path) ? path : undefined;
}

/** The part of a URI after the site's name. Undefined for a URI of another site or scheme. */
export function addressIn(hostname: string, uri: string): string | undefined {
  const prefix = uriOf(hostname, "");
  return uri.startsWith(prefix) ? uri.slice(prefix.length) : undefined;
}

/** The query parameter that the resource's variable supplies. Undefined without a variable or a query. */
export function parameterOf({ address, answer }: CatalogueResource): ParameterName | undefined {
  const variable = variableOf(address);
  if (variable === undefined || !("query" in answer)) return undefined;
  const found = Object.entries(answer.query).find(([, value]) => typeof value === "object" && value.field === variable);
  return found?.[0] as ParameterName | undefined;
}
