import { expect, test } from "vitest";
import { IMPORT_FILE_MAX_BYTES } from "../../../manifests/bounds/editor.ts";
import { fileText, isFileTooLarge } from "../../../sites/moving/rows/fileText.ts";

const bytes = (...all: number[]): Uint8Array => Uint8Array.from(all);

test.each<[what: string, file: Uint8Array, text: string, encoding: string]>([
  ["UTF-8", new TextEncoder().encode("für"), "für", "utf-8"],
  ["UTF-8 with a mark", new TextEncoder().encode("\ufefffür"), "für", "utf-8"],
  ["Windows-1252", bytes(0x66, 0xfc, 0x72, 0x80), "für€", "windows-1252"],
  ["UTF-16 as spreadsheets write it", bytes(0xff, 0xfe, 0x66, 0, 0xfc, 0, 0x72, 0), "für", "utf-16le"],
  ["UTF-16 in the other order", bytes(0xfe, 0xff, 0, 0x66), "f", "utf-16be"],
  ["nothing", bytes(), "", "utf-8"],
])("a file in %s is read", (_, file, text, encoding) => {
  expect(fileText(file)).toEqual({ text, encoding });
});

test.each([
  [IMPORT_FILE_MAX_BYTES - 1, false],
  [IMPORT_FILE_MAX_BYTES, false],
  [IMPORT_FILE_MAX_BYTES + 1, true],
])("a file of %i bytes is too large: %s", (bytes, expected) => {
  expect(isFileTooLarge(bytes)).toBe(expected);
});
