/** Names a section among the JSON texts of a clipboard. */
export const SECTION_KIND = "drawbridge:section";
