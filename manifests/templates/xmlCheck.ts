/**
 * Parses the template of an XML file as an XML reader does. It makes sure that no browser takes the file for a page or
 * picture that runs script. The namespace decides that, under any prefix, so a namespace must be a literal. Values may
 * stand in text and quoted attribute values; the author writes whole tags.
 */
import type { LiquidFault, LiquidPart } from "../liquid/liquid.ts";
import { BLOCKS, filtersOf, tagName } from "../liquid/liquidRules.ts";
import { quote } from "../refusals/pointer.ts";

const NAME = /^[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?$/;
const SCRIPT = /(?:^|:)script$/i;
/** Namespaces that browsers render or run, and XSLT, which makes such elements from others. */
const FOREIGN = /^\s*http:\/\/www\.w3\.org\/(?:1999\/xhtml|2000\/svg|1998\/math\/mathml|1999\/xsl\/transform)\s*$/i;
const NAMES_SAY = "names of letters, digits, _, - and ., with a prefix or without";
const NAMESPACE_SAYS = "XML that is not a web page or picture, with literal namespaces";

/** The one use of HTML in XML: a sitemap names the translations of an address by `<xhtml:link rel="alternate">`. */
const SITEMAP = { root: "urlset", attribute: "xmlns:xhtml", namespace: "http://www.w3.org/1999/xhtml" } as const;
const OF_HTML = /^xhtml:/i;
const LINK_SAYS = 'only <xhtml:link rel="alternate" hreflang="…" href="…"/> from HTML';
const LINK_ATTRIBUTES = ["href", "hreflang", "rel"];

type Mode = "text" | "tag" | "value";

class XmlWalk {
  readonly #faults: LiquidFault[] = [];
  /** True if a variable may hold markup, which could end the surrounding value. */
  readonly #captures: boolean;
  #mode: Mode = "text";
  /** The current tag so far, without attribute values. */
  #tag = "";
  #quote = "";
  #value = "";
  /** The attributes of the current tag, with their values as written. A value that is printed in part is undefined. */
  #attributes = new Map<string, string | undefined>();
  #isPrinted = false;
  /** Open Liquid blocks that began in this attribute value. */
  #blocks = 0;
  #isCommented = false;
  #at = 0;

  constructor(parts: readonly LiquidPart[]) {
    this.#captures = parts.some(({ kind, body }) => kind === "tag" && tagName(body) === "capture");
  }

  run(parts: readonly LiquidPart[]): LiquidFault[] {
    for (const part of parts) this.#part(part);
    if (this.#mode !== "text") this.#refuse("a template that ends inside a tag", "closed tags");
    return this.#faults;
  }

  #refuse(found: string, allowed: string): void {
    this.#faults.push({ found, allowed, offset: this.#at });
  }

  #part({ kind, body, offset }: LiquidPart): void {
    this.#at = offset;
    if (kind === "tag") return this.#liquid(tagName(body));
    if (this.#isCommented) return;
    if (kind === "output") return this.#output(body);
    for (let index = 0; index < body.length; index += 1) {
      this.#at = offset + index;
      this.#char(body[index] ?? "", body.slice(index + 1, index + 6));
    }
  }

  /** Checks a Liquid tag's place: a block holds whole tags, or a part of one value. */
  #liquid(name: string): void {
    if (name === "comment" || name === "endcomment") this.#isCommented = name === "comment";
    if (this.#isCommented || this.#mode === "text") return;
    if (this.#mode === "tag" || name === "capture")
      return this.#refuse(`the tag ${quote(name)} in a tag of XML`, "whole tags in every branch");
    this.#isPrinted = true;
    if (BLOCKS.has(name)) this.#blocks += 1;
    if (!name.startsWith("end") || name === "endcomment") return;
    this.#blocks -= 1;
    if (this.#blocks < 0) this.#refuse(`${name} in a value`, "whole values in every branch");
  }

  #output(body: string): void {
    if (this.#mode === "tag")
      this.#refuse(`the value {{ ${body} }} in a tag of XML`, "values in text and in quoted attributes");
    this.#isPrinted = true;
    if (this.#mode === "value" && this.#captures && filtersOf(body).at(-1) !== "xml")
      this.#refuse(
        `the value {{ ${body} }}, which may hold captured markup, in an attribute`,
        "| xml as its last filter",
      );
  }

  #char(char: string, ahead: string): void {
    if (this.#mode === "text") return this.#textChar(char, ahead);
    if (this.#mode === "value") return this.#valueChar(char);
    if (char === '"' || char === "'") return this.#startValue(char);
    if (char === "<") return this.#refuse("< in a tag of XML", "closed tags");
    if (char === ">") return this.#endTag();
    this.#tag += char;
  }

  #textChar(char: string, ahead: string): void {
    if (char !== "<") return;
    if (ahead.startsWith("!")) this.#refuse("<!", "{% comment %} for comments, and no DOCTYPE");
    this.#mode = "tag";
    this.#tag = "";
    this.#attributes = new Map();
  }

  #startValue(mark: string): void {
    if (!/=\s*$/.test(this.#tag)) this.#refuse(`${quote(mark)} without an attribute`, 'name="value"');
    this.#mode = "value";
    this.#quote = mark;
    this.#value = "";
    this.#isPrinted = false;
    this.#blocks = 0;
  }

  #valueChar(char: string): void {
    if (char === "<") this.#refuse("< in the value of an attribute", "&lt;");
    if (char !== this.#quote) {
      this.#value += char;
      return;
    }
    if (this.#blocks > 0) this.#refuse("the end of a value in a branch", "whole values in every branch");
    this.#endValue();
  }

  #endValue(): void {
    const attribute = /([^\s=]*)\s*=\s*$/.exec(this.#tag)?.[1] ?? "";
    this.#mode = "tag";
    // Prepares for the next attribute.
    this.#tag = this.#tag.replace(/[^\s=]*\s*=\s*$/, " ");
    if (!NAME.test(attribute)) this.#refuse(`the attribute ${quote(attribute)}`, NAMES_SAY);
    this.#attributes.set(attribute, this.#isPrinted ? undefined : this.#value);
    if (this.#isSitemap(attribute)) return;
    if (!/^xmlns(?::|$)/i.test(attribute)) return;
    if (this.#isPrinted || this.#value.includes("&") || FOREIGN.test(this.#value))
      this.#refuse(`the namespace ${quote(this.#value)}`, NAMESPACE_SAYS);
  }

  /** True for the namespace of HTML in the root of a sitemap. Its elements are checked one by one. */
  #isSitemap(attribute: string): boolean {
    const isRoot = new RegExp(`^${SITEMAP.root}\\s`).test(this.#tag);
    return isRoot && !this.#isPrinted && attribute === SITEMAP.attribute && this.#value === SITEMAP.namespace;
  }

  /** Checks an element of HTML: a link to a translation loads and runs nothing. */
  #htmlElement(element: string): void {
    const names = [...this.#attributes.keys()];
    const isLink = element === "xhtml:link" && this.#attributes.get("rel") === "alternate";
    if (!isLink || names.some((name) => !LINK_ATTRIBUTES.includes(name))) this.#refuse(`<${element}>`, LINK_SAYS);
  }

  #endTag(): void {
    const [, end = "", element = "", rest = ""] = /^([/?]?)([^\s/?]*)\s*([^]*?)[\s/?]*$/.exec(this.#tag) ?? [];
    this.#mode = "text";
    if (rest !== "") this.#refuse(`${quote(rest)} without a value in a tag`, 'name="value"');
    if (end === "?") return this.#instruction(element);
    if (!NAME.test(element)) this.#refuse(`the element ${quote(element)}`, NAMES_SAY);
    if (OF_HTML.test(element)) this.#htmlElement(element);
    if (SCRIPT.test(element)) this.#refuse(`<${element}>`, "XML without script");
  }

  #instruction(name: string): void {
    if (name !== "xml")
      this.#refuse(`<?${name}`, "XML without a style sheet, and with no processing instruction except <?xml");
  }
}

/** Lists the faults of a template of XML. */
export const xmlFaults = (parts: readonly LiquidPart[]): LiquidFault[] => new XmlWalk(parts).run(parts);
