import { MAIL_ADDRESS_MAX_CHARS } from "../../manifests/bounds/forms.ts";

/** One plain mail address: no list, no name, and no sign with a meaning in a mail header or an address. */
const MAIL = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9-]+)+$/;

export const isMailAddress = (text: string): boolean => text.length <= MAIL_ADDRESS_MAX_CHARS && MAIL.test(text);

/** The mail address among a visitor's answers. Undefined if none or several are there. */
export function mailIn(fields: Readonly<Record<string, unknown>>): string | undefined {
  const texts = Object.values(fields).filter((value): value is string => typeof value === "string");
  const found = new Set(texts.map((text) => text.trim()).filter(isMailAddress));
  return found.size === 1 ? [...found][0] : undefined;
}

/** Letters to `ann+tide@…` and `Ann@…` reach one person. */
export const personOf = (address: string): string => address.toLowerCase().replace(/\+[^@]*@/, "@");
