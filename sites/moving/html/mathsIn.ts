/** The TeX of maths in HTML, which programs that draw it leave beside the drawing. */
import type { toMdast } from "hast-util-to-mdast";
import { mathsAlone, mathsInLine } from "../tree/maths.ts";

type HtmlNodes = Parameters<typeof toMdast>[0];
type Element = Extract<HtmlNodes, { readonly type: "element" }>;

const TEX = "application/x-tex";

/** The maths of an element in the signs of pages. Undefined for drawings that keep no TeX. */
export function mathsIn(math: Element): string | undefined {
  const tex = texIn(math);
  if (tex === undefined || tex.trim() === "") return undefined;
  return math.properties["display"] === "block" ? `\n\n${mathsAlone(tex)}\n\n` : mathsInLine(tex);
}

function texIn({ children }: Element): string | undefined {
  for (const child of children) {
    if (child.type !== "element") continue;
    if (child.tagName === "annotation" && child.properties["encoding"] === TEX)
      return child.children.map((one) => (one.type === "text" ? one.value : "")).join("");
    const found = texIn(child);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** True for a drawing of maths that stands beside its MathML, for the eye alone. */
export const isDrawnTwice = ({ properties: { className, ariaHidden } }: Element): boolean =>
  Array.isArray(className) && className.includes("katex-html") && String(ariaHidden) === "true";
