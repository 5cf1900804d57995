import { HOSTNAME_LABEL_MAX_CHARS, HOSTNAME_MAX_CHARS } from "../../../manifests/bounds/hosts.ts";

const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const ASCII = /^[\u0021-\u007e]*$/;
/** URL parsers read a last label of digits, or of 0x and hex digits, as part of an IPv4 address. */
const NUMERIC = /^(?:[0-9]+|0x[0-9a-f]*)$/;

const isLabel = (label: string): boolean => label.length <= HOSTNAME_LABEL_MAX_CHARS && LABEL.test(label);

/**
 * Normalises a host with optional port to the stored spelling: lower case, punycode, no port, no trailing dot.
 * Undefined for anything that cannot name a site: addresses, empty or overlong labels, non-ASCII.
 */
export function normaliseHostname(authority: string): string | undefined {
  // ASCII is tested before lower-casing, which turns the Kelvin sign into a plain k.
  if (!ASCII.test(authority)) return undefined;
  const name = authority
    .toLowerCase()
    .replace(/:[0-9]{1,5}$/, "")
    .replace(/\.$/, "");
  if (name.length > HOSTNAME_MAX_CHARS) return undefined;
  const labels = name.split(".");
  return labels.every(isLabel) && !NUMERIC.test(labels.at(-1) ?? "") ? name : undefined;
}
