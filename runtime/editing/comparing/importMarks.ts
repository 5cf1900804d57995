/** Marks that an import leaves where the earlier site had something that nothing here draws. */

/** A mark that people see at once. `what` is `section`, or a kind with a name, such as `shortcode pricing`. */
export const importMark = (what: string): string => `**[${what}]**`;

const MARK = /\*\*\[((?:shortcode|block) [^\]\n]+|section)\]\*\*/g;

/** The words of the marks in some texts, each once. Empty without a mark. */
export const importMarksIn = (texts: readonly string[]): string =>
  [...new Set(texts.flatMap((text) => [...text.matchAll(MARK)].map(([, what = ""]) => what)))].join(", ");
