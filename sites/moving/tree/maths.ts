/** Maths as TeX in the signs that pages know. */

/** No backquote can stand between the signs. TeX writes one for an opening quotation mark. */
const plain = (tex: string): string => tex.replaceAll("`", "‘").trim();

export const mathsInLine = (tex: string): string => `$\`${plain(tex).replaceAll(/\s+/g, " ")}\`$`;

/** Maths on lines of its own, each behind the signs of the list or quotation around it. */
export function mathsAlone(tex: string, before = ""): string {
  const lines = plain(tex)
    .split("\n")
    .map((line) => line.replace(/^[\s>]+/, "").trimEnd())
    .filter((line) => line !== "");
  return ["$$", ...lines, "$$"].join(`\n${before}`);
}
