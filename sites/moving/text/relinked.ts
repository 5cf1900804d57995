/** Puts new addresses into the links and pictures of Markdown, and changes nothing else. */
import { type TextEdit, withEdits } from "./edits.ts";
import { eachNode, endOf, type Nodes, parsed, startOf } from "./parsed.ts";

export interface Addresses {
  /** The new address of a link. Undefined keeps it. */
  link(address: string): string | undefined;
  /** The new address of a picture. Undefined keeps it. */
  picture(address: string): string | undefined;
}

/** A text in which no address can stand is not parsed. */
const MAY_HAVE_ADDRESS = /\]\s*[([:]|<[a-z]|https?:\/\//i;

export function relinked(markdown: string, addresses: Addresses): string {
  if (!MAY_HAVE_ADDRESS.test(markdown)) return markdown;
  const nodes = [...eachNode(parsed(markdown))].map(([node]) => node);
  const pictures = new Set(nodes.flatMap((node) => (node.type === "imageReference" ? [node.identifier] : [])));
  const edits = nodes.flatMap((node): TextEdit[] => {
    switch (node.type) {
      case "link":
        return editOf(markdown, node, node.url, addresses.link(node.url));
      case "image":
        return pictureEdit(markdown, node, addresses.picture(node.url));
      case "definition":
        return editOf(
          markdown,
          node,
          node.url,
          pictures.has(node.identifier) ? addresses.picture(node.url) : addresses.link(node.url),
        );
      default:
        return [];
    }
  });
  return withEdits(markdown, edits);
}

/** Without a file, a picture shows its description alone. Its caption then stands beside it. */
function pictureEdit(markdown: string, node: Extract<Nodes, { type: "image" }>, put: string | undefined): TextEdit[] {
  if (put !== undefined || !node.title) return editOf(markdown, node, node.url, put);
  const words = node.title.replaceAll(/[\\[\]*_`<]/g, "\\$&");
  return [{ start: endOf(node), end: endOf(node), text: ` *${words}*` }];
}

function editOf(markdown: string, node: Nodes, address: string, put: string | undefined): TextEdit[] {
  if (put === undefined || put === address) return [];
  if (isBare(markdown, node))
    return [{ start: startOf(node), end: endOf(node), text: `[${shownAddress(address)}](${destination(put)})` }];
  const [from, end] = [afterText(node), endOf(node)];
  const whole = markdown.slice(from, end);
  for (const written of [`<${address}>`, address, encodeURI(address)]) {
    const at = whole.indexOf(written);
    if (at !== -1) return [{ start: from + at, end: from + at + written.length, text: destination(put) }];
  }
  return rewritten(markdown, node, put);
}

/** An address that is its own text. A reader sees the address, so the text stays when the target changes. */
const isBare = (markdown: string, node: Nodes): boolean =>
  node.type === "link" && markdown[startOf(node)] !== "[" && node.children.every(({ type }) => type === "text");

const shownAddress = (address: string): string => address.replace(/^mailto:/, "").replaceAll(/[\\[\]*_`]/g, "\\$&");

/** The place behind a link's own text, which may name the same address. */
const afterText = (node: Nodes): number => {
  const last = "children" in node ? node.children.at(-1) : undefined;
  return last && last.position?.end.offset !== endOf(node) ? endOf(last) : startOf(node);
};

/** An address with escapes is replaced together with its brackets. */
function rewritten(markdown: string, node: Nodes, put: string): TextEdit[] {
  const from = afterText(node);
  const open = markdown.indexOf("](", from);
  if (open === -1 || open >= endOf(node)) return [];
  const title = "title" in node && node.title ? ` ${JSON.stringify(node.title)}` : "";
  return [{ start: open, end: endOf(node), text: `](${destination(put)}${title})` }];
}

/** An address as Markdown takes it without brackets. */
const destination = (address: string): string =>
  address.replaceAll(/[\s<>()\\]/g, (char) => (char === "(" ? "%28" : char === ")" ? "%29" : encodeURIComponent(char)));
