/** The id of the page that a command created. */
export const newIdIn = (answer: unknown): string => String((answer as { readonly page: unknown }).page);
