/** The id of a form in a section of a page, by which its submissions are kept. */
export const formId = (page: string, section: string): string => `${page}.${section}`;
