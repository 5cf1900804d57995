/** The length of a file that one request brings, at the bounds of uploads and of returned backups. */
import { expect, test } from "vitest";
import { ARCHIVE_MAX_BYTES } from "../../../manifests/bounds/backups.ts";
import { MEDIA_MAX_BYTES } from "../../../manifests/bounds/media.ts";
import { requireSentFile } from "../../../sites/web/api/guards/input.ts";
import { OPERATOR_ROUTES } from "../../../sites/web/api/operator/routes.ts";
import { ROUTES } from "../../../sites/web/api/routes/index.ts";

/** A request with a body of this announced length. Nothing of it is read. */
const sending = (length: number | null): Request =>
  ({
    headers: new Headers(length === null ? {} : { "content-length": String(length) }),
    body: new ReadableStream(),
  }) as unknown as Request;

const codeOf = (length: number | null, file: "sized" | "unsized", most: number): string | undefined => {
  try {
    requireSentFile(sending(length), file, most);
    return undefined;
  } catch (error) {
    return (error as { readonly code: string }).code;
  }
};

test.each([
  ["a media file", MEDIA_MAX_BYTES],
  ["a piece of a backup", ARCHIVE_MAX_BYTES],
])("%s may have %i bytes in one request, and not one more", (_, most) => {
  const sent = [most - 1, most, most + 1].map((length) => codeOf(length, "sized", most));
  expect(sent).toEqual([undefined, undefined, "TOO_LARGE"]);
});

test("a file of unknown length goes in parts, and is refused where storage needs its length", () => {
  const sent = (["unsized", "sized"] as const).map((file) => codeOf(null, file, MEDIA_MAX_BYTES));
  expect(sent).toEqual([undefined, "INVALID_REQUEST"]);
});

test("an upload and a returned file have the same bound, so every file of a backup can come back", () => {
  const upload = ROUTES.find(({ method, path }) => method === "POST" && path === "/api/media");
  const back = OPERATOR_ROUTES.find(({ method, path }) => method === "PUT" && path.endsWith("/backups/files/{digest}"));
  expect([upload?.limits.bodyBytes, back?.bodyBytes]).toEqual([MEDIA_MAX_BYTES, MEDIA_MAX_BYTES]);
});
