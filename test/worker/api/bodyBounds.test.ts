import { beforeAll, describe, expect, test } from "vitest";
import { BATCH_MAX_BYTES, SMALL_BODY_MAX_BYTES } from "../../../manifests/bounds/api.ts";
import { PIECE_MAX_BYTES } from "../../../manifests/bounds/documents.ts";
import { ACTION_INPUT_MAX_BYTES } from "../../../manifests/bounds/editor.ts";
import { CHOICE_MAX_BYTES } from "../../../manifests/bounds/publishing.ts";
import { ROUTES } from "../../../sites/web/api/routes/index.ts";
import type { Route } from "../../../sites/web/api/request/route.ts";
import { migrate } from "../site/harness.ts";
import { type Editor, anEditor, callApi, codeOf, nameOf } from "./apiClient.ts";

beforeAll(migrate);

const BOUNDS = { BATCH_MAX_BYTES, SMALL_BODY_MAX_BYTES, PIECE_MAX_BYTES, CHOICE_MAX_BYTES, ACTION_INPUT_MAX_BYTES };

/** An empty object, padded with spaces to this many bytes. */
const padded = (bytes: number): string => `{}${" ".repeat(bytes - 2)}`;

const IDS = ["1", "home.contact", "drawbridge.basics", "translate", crypto.randomUUID(), "0".repeat(64)];

/** A valid value for a part of the path that no resource has. */
function wellFormed({ params }: Route, name: string): string {
  const parameter = params[name];
  const found = IDS.find((id) => parameter?.schema.safeParse(parameter.read(id)).success);
  if (found === undefined) throw new Error(`no example of ${name}`);
  return found;
}

describe.each(Object.entries(BOUNDS))("%s", (_, most) => {
  const routes = ROUTES.filter(({ body, file, limits }) => body !== null && !file && limits.bodyBytes === most);

  test("is the bound of some addresses", () => {
    expect(routes.length).toBeGreaterThan(0);
  });

  test.each(routes.map((route) => [nameOf(route), route] as const))("bounds the body of %s", async (_name, route) => {
    const editor: Editor = await anEditor();
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => wellFormed(route, name));
    const send = async (bytes: number): Promise<string> =>
      codeOf(await callApi(editor, route.method, path, { text: padded(bytes), ifMatch: route.versioned ? 1 : null }));
    const [below, at, above] = [await send(most - 1), await send(most), await send(most + 1)];
    expect([below === "TOO_LARGE", at === "TOO_LARGE", above]).toEqual([false, false, "TOO_LARGE"]);
  });
});
