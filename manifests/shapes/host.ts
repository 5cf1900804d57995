/**
 * Host names that a plugin asks for. Only exact names are allowed, so that an owner sees what is granted. An IP
 * address, a wildcard or a private name would reach further.
 */
export const HOST_SAYS =
  "an exact lower-case host name with at least two labels, such as api.example.com; no addresses, no wildcards";
export const ORIGIN_SAYS = "https:// and an exact lower-case host name, such as https://player.example.com";

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
/** Top-level names that never resolve outside of a machine or a private network. */
const PRIVATE_SUFFIXES = new Set(
  "local localhost localdomain internal intranet private corp lan home arpa onion alt test invalid".split(" "),
);

export function isHost(text: string): boolean {
  const labels = text.split(".");
  const last = labels.at(-1) ?? "";
  // URL parsers take a last label of digits (or 0x…) for an IPv4 address.
  return (
    text.length <= 253 &&
    labels.length >= 2 &&
    labels.every((label) => LABEL.test(label)) &&
    /[a-z]/.test(last) &&
    !last.startsWith("0x") &&
    !PRIVATE_SUFFIXES.has(last)
  );
}

export const isOrigin = (text: string): boolean => text.startsWith("https://") && isHost(text.slice("https://".length));
