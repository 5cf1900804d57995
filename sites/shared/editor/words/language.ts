/** The language of the tables of this folder, and the side on which its lines begin. */
export const LANGUAGE: string = "en";
export const DIRECTION: "ltr" | "rtl" = "ltr";
