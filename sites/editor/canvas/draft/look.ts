/** HTML without what changes and no member sees: versions, the editor's own attributes, the kind of space. */
export const lookOf = (html: string): string =>
  html
    .replaceAll(/ data-section-version="\d+"/g, "")
    .replaceAll(/ data-editor-\w+="[^"]*"/g, "")
    .replaceAll(/\s+/g, " ");
