/** A text in the quotes of nginx. A dollar sign begins a variable there and has no escape. */
export const nginxText = (text: string): string => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;

/** Tells whether nginx would read a part of a text as a variable. */
export const hasVariable = (text: string): boolean => text.includes("$");
