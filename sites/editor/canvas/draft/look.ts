/** HTML without parts that members do not see: versions, the editor's attributes, and the kind of white space. */
export const lookOf = (html: string): string =>
  html
    .replaceAll(/ data-section-version="\d+"/g, "")
    .replaceAll(/ data-editor-\w+="[^"]*"/g, "")
    .replaceAll(/\s+/g, " ");
