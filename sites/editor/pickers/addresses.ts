import { fieldType } from "../../../manifests/fields/fieldTypes.ts";

export type LinkKind = "page" | "address" | "mail" | "phone";
export const LINK_KINDS = ["page", "address", "mail", "phone"] as const;

const LINK = new RegExp(String(fieldType("drawbridge:link")?.["pattern"] ?? ""), "u");

/** The kind that the picker opens with, by the address. */
export function linkKindOf(href: string): LinkKind {
  if (href.startsWith("mailto:")) return "mail";
  if (href.startsWith("tel:")) return "phone";
  return /^https?:/i.test(href) ? "address" : "page";
}

/** The part of an address that a member types, without the scheme; empty for an address of another kind. */
export const writtenAddress = (kind: LinkKind, href: string): string =>
  linkKindOf(href) === kind ? href.replace(/^(?:mailto|tel):/, "") : "";

/** The address of a typed text; undefined if it cannot be one. */
export function hrefOf(kind: LinkKind, text: string): string | undefined {
  const plain = text.trim();
  if (plain === "") return undefined;
  const href = {
    page: plain,
    address: /^[a-z][a-z0-9+.-]*:/i.test(plain) ? plain : `https://${plain}`,
    mail: `mailto:${plain.replace(/^mailto:/i, "")}`,
    phone: `tel:${plain.replace(/^tel:/i, "").replaceAll(/\s+/g, "-")}`,
  }[kind];
  return LINK.test(href) && (kind !== "mail" || href.includes("@")) ? href : undefined;
}
