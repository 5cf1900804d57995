/**
 * Browsers draw single letters with signs that only fonts for maths have, and nothing where there is no such font. These
 * rules slant the letters of the page's own font instead.
 */
export const MATHS_CSS = "mi:not([mathvariant]){text-transform:none;font-style:italic}";
