import { expect, test } from "vitest";
import { formParts } from "../../../sites/machine/host/formParts.ts";

const PICTURE = Buffer.from("\x89PNG\r\n\r\n--no boundary\r\n--", "latin1");

/** A form as the platform's own classes write it. */
async function written(): Promise<{ body: Buffer; type: string }> {
  const form = new FormData();
  form.append("image", new Blob([PICTURE]), "picture");
  form.append("transforms", '[{"width":16}]');
  form.append("output_format", "image/webp");
  const response = new Response(form);
  return { type: response.headers.get("content-type") ?? "", body: Buffer.from(await response.arrayBuffer()) };
}

test("reads a file and texts, each by its name", async () => {
  const { body, type } = await written();
  const parts = formParts(body, type);
  expect([...(parts ?? [])].map(([name, part]) => [name, part.toString("latin1")])).toEqual([
    ["image", PICTURE.toString("latin1")],
    ["transforms", '[{"width":16}]'],
    ["output_format", "image/webp"],
  ]);
  expect(parts?.get("image")?.buffer).toBe(body.buffer);
});

test("reads a quoted boundary and an empty part", () => {
  const body = Buffer.from('--a b\r\nContent-Disposition: form-data; name="image"\r\n\r\n\r\n--a b--\r\n');
  expect(formParts(body, 'multipart/form-data; boundary="a b"')?.get("image")?.length).toBe(0);
});

test("reads nothing of a form that is cut anywhere", async () => {
  const { body, type } = await written();
  const end = body.lastIndexOf("--") + 2;
  for (let length = 0; length < end; length += 1) expect(formParts(body.subarray(0, length), type)).toBeUndefined();
  expect(formParts(body.subarray(0, end), type)?.size).toBe(3);
});

test.each([
  ["no boundary in the type", "--x\r\n\r\n", "multipart/form-data"],
  [
    "bytes before the first part",
    '\r\n--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n--x--',
    "multipart/form-data; boundary=x",
  ],
  ["a part without a name", "--x\r\nContent-Type: text/plain\r\n\r\n1\r\n--x--", "multipart/form-data; boundary=x"],
  ["a part without a head", "--x\r\n1\r\n--x--", "multipart/form-data; boundary=x"],
])("reads nothing of a form with %s", (_, body, type) => {
  expect(formParts(Buffer.from(body), type)).toBeUndefined();
});
