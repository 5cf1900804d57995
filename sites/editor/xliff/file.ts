import { XLIFF_FILE_MAX_BYTES } from "../../../manifests/bounds/editor.ts";

export const isXliffTooLarge = (bytes: number): boolean => bytes > XLIFF_FILE_MAX_BYTES;
