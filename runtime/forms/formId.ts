/** The id of a form in a section of a page, by which its submissions are kept. */
export const formId = (page: string, section: string): string => `${page}.${section}`;

/** The page of a form's id. The ids of pages have no full stop. */
export const pageOfForm = (form: string): string => form.slice(0, form.indexOf("."));
