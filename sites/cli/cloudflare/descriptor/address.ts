export const hostOf = (origin: string): string => URL.parse(origin)?.hostname ?? "";
