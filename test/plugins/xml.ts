/** A strict XML parser. Throws for a document that is not well-formed. */
export interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: Element[];
  text: string;
}

const DECLARATION = /^<\?xml version="1\.0" encoding="UTF-8"\?>\s*/;
const NAME = "[A-Za-z_][\\w.-]*(?::[A-Za-z_][\\w.-]*)?";
const TOKEN = new RegExp(`<(/?)(${NAME})((?:\\s+${NAME}="[^"<]*")*)\\s*(/?)>|([^<]+)`, "y");
const ATTRIBUTE = new RegExp(`(${NAME})="([^"]*)"`, "g");
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
/** Characters that XML 1.0 forbids. */
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/;

function decoded(text: string): string {
  if (text.includes("]]>") || NOT_XML.test(text)) throw new SyntaxError(`not allowed in XML: ${text}`);
  return text.replace(/&([^;]*);?/g, (whole, entity: string) => {
    const code = /^#(?:x([0-9a-f]+)|(\d+))$/i.exec(entity);
    const number = Number.parseInt(code?.[1] ?? code?.[2] ?? "", code?.[1] ? 16 : 10);
    const character = code ? String.fromCodePoint(number) : ENTITIES[entity];
    if (character === undefined || !whole.endsWith(";")) throw new SyntaxError(`not an entity of XML: ${whole}`);
    return character;
  });
}

const attributesOf = (text: string): Map<string, string> => {
  const found = [...text.matchAll(ATTRIBUTE)];
  const attributes = new Map(found.map(([, name = "", value = ""]) => [name, decoded(value)]));
  if (attributes.size !== found.length) throw new SyntaxError(`an attribute twice: ${text}`);
  return attributes;
};

function take(match: RegExpExecArray, open: Element[]): void {
  const [, end, name = "", attributes = "", empty, text] = match;
  const parent = open.at(-1);
  if (!parent) throw new SyntaxError("more than one root");
  if (text !== undefined) {
    parent.text += decoded(text);
  } else if (end) {
    if (parent.name !== name) throw new SyntaxError(`</${name}> closes <${parent.name}>`);
    open.pop();
  } else {
    const element: Element = { name, attributes: attributesOf(attributes), children: [], text: "" };
    parent.children.push(element);
    if (!empty) open.push(element);
  }
}

/** The root element of a document. */
export function readXml(source: string): Element {
  const declaration = DECLARATION.exec(source);
  if (!declaration) throw new SyntaxError("no XML declaration at the very beginning");
  const top: Element = { name: "", attributes: new Map(), children: [], text: "" };
  const open = [top];
  TOKEN.lastIndex = declaration[0].length;
  while (TOKEN.lastIndex < source.length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(source);
    if (!match) throw new SyntaxError(`not XML: ${source.slice(at, at + 60)}`);
    take(match, open);
  }
  const [root] = top.children;
  const whole = top.children.length === 1 && open.length === 1 && top.text.trim() === "";
  if (!root || !whole) throw new SyntaxError("not one whole root");
  return root;
}

export const all = (element: Element, name: string): Element[] =>
  element.children.filter((child) => child.name === name);

/** The text of the only child with this name. */
export function only(element: Element, name: string): string {
  const [child, ...more] = all(element, name);
  if (!child || more.length > 0) throw new RangeError(`<${element.name}> has not exactly one <${name}>`);
  return child.text;
}
