/** Finds the addresses of a site in a file that it publishes. */
import { fromHtml } from "hast-util-from-html";

type Node = ReturnType<typeof fromHtml> | ReturnType<typeof fromHtml>["children"][number];

/** Attributes of HTML with one address, by their names in the tree. */
const ADDRESSES = ["href", "src", "poster", "data"] as const;

export interface FileReferences {
  /** Paths of the site, without query and anchor, each once. */
  readonly paths: readonly string[];
  /** Paths that forms of the page are sent to. */
  readonly forms: readonly string[];
}

/** `base` is the address of the file. A file whose type holds no addresses has none. */
export function referencesIn(text: string, type: string, base: URL): FileReferences {
  const isPage = type.startsWith("text/html");
  const { links, forms } = isPage ? inPage(text) : { links: inText(text, base.origin), forms: [] };
  const paths = (found: readonly string[]): string[] => [...new Set(found.flatMap((link) => pathOf(link, base)))];
  return { paths: paths(links), forms: paths(forms) };
}

function pathOf(link: string, base: URL): string[] {
  const url = URL.parse(link, base);
  return url?.origin === base.origin ? [url.pathname] : [];
}

function inPage(text: string): { links: string[]; forms: string[] } {
  const found = { links: [] as string[], forms: [] as string[] };
  const waiting: Node[] = [fromHtml(text)];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if ("children" in node) waiting.push(...node.children);
    if (node.type !== "element") continue;
    const { tagName, properties } = node;
    found.links.push(...ADDRESSES.flatMap((name) => textOf(properties[name])));
    found.links.push(...textOf(properties["srcSet"]).flatMap(inSourceSet));
    if (tagName === "meta")
      found.links.push(...textOf(properties["content"]).filter((one) => /^https?:\/\//.test(one)));
    if (tagName === "form") found.forms.push(...textOf(properties["action"]));
  }
  return found;
}

const textOf = (value: unknown): string[] =>
  typeof value === "string" ? [value] : Array.isArray(value) ? [value.join(",")] : [];

const inSourceSet = (list: string): string[] => list.split(",").flatMap((one) => one.trim().split(/\s+/).slice(0, 1));

/** An address in a text, without the escapes of XML and without the end of a sentence. */
const unescaped = (address: string): string => address.replaceAll("&amp;", "&").replace(/[.,;:!]+$/, "");

/** Places of an address in style sheets, Markdown and scripts. */
const LOCAL = [/url\(\s*["']?(\/[^\s"')]*)/g, /\]\((\/[^\s)]*)/g, /["'](\/_assets\/[^\s"']*)["']/g];

/** Addresses in a style sheet, a feed, a map of the site, Markdown or a script. */
const inText = (text: string, origin: string): string[] => [
  ...[...text.matchAll(/https?:\/\/[^\s"'<>)\]]+/g)].map(([address]) => unescaped(address)).filter(isOf(origin)),
  ...LOCAL.flatMap((pattern) => [...text.matchAll(pattern)].map(([, address = ""]) => unescaped(address))),
];

const isOf =
  (origin: string) =>
  (address: string): boolean =>
    address === origin || address.startsWith(`${origin}/`);
