import { MAIL_ADDRESS_MAX_CHARS } from "../../manifests/bounds/forms.ts";

/** One plain mail address: no list, no name, and no sign with a meaning in a mail header or an address. */
const MAIL = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9-]+)+$/;

export const isMailAddress = (text: string): boolean => text.length <= MAIL_ADDRESS_MAX_CHARS && MAIL.test(text);

/** An address whose domain has letters beyond ASCII. */
const ABROAD = /^([^@]+)@([\p{L}\p{M}\p{N}.-]*[^\x00-\x7f][\p{L}\p{M}\p{N}.-]*)$/u;

/**
 * The address with its domain as mail servers write it (IDNA): `ann@bücher.example` becomes
 * `ann@xn--bcher-kva.example`. Any other text stays as it is.
 */
export function mailAddressOf(text: string): string {
  const [, name, domain] = ABROAD.exec(text) ?? [];
  if (domain === undefined || text.length > MAIL_ADDRESS_MAX_CHARS || !URL.canParse(`https://${domain}`)) return text;
  const { hostname } = new URL(`https://${domain}`);
  // Signs that only look like others, such as wide digits, become plain ones. Nobody writes an address so.
  return hostname.includes("xn--") ? `${name}@${hostname}` : text;
}

/** The mail address among a visitor's answers. Undefined if none or several are there. */
export function mailIn(fields: Readonly<Record<string, unknown>>): string | undefined {
  const texts = Object.values(fields).filter((value): value is string => typeof value === "string");
  const found = new Set(texts.map((text) => text.trim()).filter(isMailAddress));
  return found.size === 1 ? [...found][0] : undefined;
}

/** Letters to `ann+tide@…` and `Ann@…` reach one person. */
export const personOf = (address: string): string => address.toLowerCase().replace(/\+[^@]*@/, "@");
