import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fileURLToPath } from "node:url";

type Translate = (asked: object, ctx: object) => Promise<unknown>;

const MAIN = fileURLToPath(new URL("../../plugins/translate/main.js", import.meta.url));
const { actions } = (await import(MAIN)) as { readonly actions: { readonly translate: Translate } };

/**
 * A stand-in for a translation service, on this machine alone. It puts the language before each text, in the shape of
 * the real services' answers. It translates nothing.
 */
let standIn: Server;
let address: string;
let asked: { readonly url: string; readonly authorization: string; readonly body: Asked }[] = [];
let answerWith: ((texts: readonly string[]) => unknown) | null = null;

interface Asked {
  readonly text?: readonly string[];
  readonly target_lang?: string;
  readonly model?: string;
  readonly messages?: readonly { readonly role: string; readonly content: string }[];
}

const bodyOf = async (request: IncomingMessage): Promise<Asked> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as Asked;
};

function answered(url: string, body: Asked): unknown {
  const texts = body.text ?? (JSON.parse(body.messages?.[1]?.content ?? "[]") as readonly string[]);
  const own = answerWith?.(texts) ?? texts.map((text) => `[stand-in] ${text}`);
  if (url === "/v2/translate") return { translations: (own as readonly string[]).map((text) => ({ text })) };
  return { choices: [{ message: { content: JSON.stringify({ texts: own }) } }] };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url = "", headers } = request;
  const body = await bodyOf(request);
  asked.push({ url, authorization: headers.authorization ?? "", body });
  response.writeHead(headers.authorization?.includes("wrong") === true ? 403 : 200);
  response.end(JSON.stringify(answered(url, body)));
}

beforeAll(async () => {
  standIn = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => standIn.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(standIn.address() as AddressInfo).port}`;
});
afterAll(() => void standIn.close());
beforeEach(() => {
  asked = [];
  answerWith = null;
});

const SCHEMA = {
  title: { type: "string", title: "Title" },
  text: { $ref: "drawbridge:markdown" },
  size: { type: "string", enum: ["small", "large"] },
  width: { type: "string", oneOf: [{ const: "wide", title: "Wide" }] },
  kind: { type: "string", const: "boat" },
  link: { $ref: "drawbridge:link" },
  image: { $ref: "drawbridge:image" },
  cards: { type: "array", items: { type: "object", properties: { name: { "x-type": "drawbridge:text" } } } },
};
const FIELDS = {
  title: "Boats",
  text: "See [prices](page:prices).",
  size: "small",
  width: "wide",
  kind: "boat",
  link: "/boats",
  image: { src: "/media/a.webp", alt: "A boat" },
  cards: [{ name: "One" }, { name: "Two" }],
};
const section = (fields: object = FIELDS) => ({ id: "hero", type: "drawbridge.basics/hero", fields, schema: SCHEMA });
const settings = (more: object = {}) => ({
  service: "deepl",
  url: address,
  key: "k",
  model: "",
  glossary: [],
  ...more,
});
const translate = (input: object, more: object = {}): Promise<unknown> =>
  actions.translate({ version: 3, input: { to: "pt-BR" }, ...input }, { settings: settings(more) });

describe("a proposed translation", () => {
  test("has every text of a section, and no other value", async () => {
    expect(await translate({ target: "section", section: section() })).toEqual({
      version: 3,
      summary: "5 texts into pt-BR",
      operations: [
        {
          op: "set",
          section: "hero",
          fields: {
            title: "[stand-in] Boats",
            text: "[stand-in] See [prices](page:prices).",
            image: { src: "/media/a.webp", alt: "[stand-in] A boat" },
            cards: [{ name: "[stand-in] One" }, { name: "[stand-in] Two" }],
          },
        },
      ],
    });
    const [{ url, authorization, body } = {}] = asked;
    expect([url, authorization, body?.target_lang]).toEqual(["/v2/translate", "DeepL-Auth-Key k", "PT-BR"]);
  });

  test("has the members of a page, and leaves sections without texts alone", async () => {
    const page = { title: "Boats", sections: [section({ size: "small" })] };
    expect(await translate({ target: "page", page })).toMatchObject({
      operations: [{ op: "page", changes: { title: "[stand-in] Boats" } }],
    });
  });

  test("is asked of a model with the words of the glossary", async () => {
    const glossary = [{ word: "keel", translation: "quilha" }];
    await translate({ target: "section", section: section() }, { service: "openai", model: "m", glossary });
    const [{ url, authorization, body } = {}] = asked;
    expect([url, authorization, body?.model]).toEqual(["/v1/chat/completions", "Bearer k", "m"]);
    expect(body?.messages?.[0]?.content).toContain("keel = quilha");
  });

  test.each([39, 40, 41])("of %i texts goes out in calls of at most 40", async (count) => {
    const cards = Array.from({ length: count }, (_, index) => ({ name: `Card ${index}` }));
    await translate({ target: "section", section: section({ cards }) });
    expect(asked.map(({ body }) => body.text?.length)).toEqual(count > 40 ? [40, count - 40] : [count]);
  });
});

describe("no translation is proposed", () => {
  test.each([
    ["fewer texts", () => ["one"]],
    ["something else than texts", (texts: readonly string[]) => texts.map(() => 1)],
    ["an empty text", (texts: readonly string[]) => texts.map(() => "")],
  ])("for an answer with %s", async (_, answer) => {
    answerWith = answer;
    const failing = translate({ target: "section", section: section() }, { service: "openai" });
    await expect(failing).rejects.toThrow("the service answered other texts than it was asked for");
  });

  test("without a service, or with a key that it refuses", async () => {
    const one = { target: "section", section: section() };
    await expect(translate(one, { url: "" })).rejects.toThrow("the owner has set no service yet");
    await expect(translate(one, { key: undefined })).rejects.toThrow("the owner has set no service yet");
    await expect(translate(one, { key: "wrong" })).rejects.toThrow("the service answered 403");
  });
});
