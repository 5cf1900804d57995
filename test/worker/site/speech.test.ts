import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { speechFor } from "../../../sites/web/powers/speech.ts";
import { FIRST_SPEECH } from "../../../sites/words/speech.ts";
import { TABLES } from "../../../sites/words/tables.ts";

const asking = (language: string): Request =>
  new Request("https://site.example/_editor", { headers: { "accept-language": language } });

/** Static files that answer in turn, and the names that they were asked for. */
function files(...answers: (() => Response)[]) {
  const asked: string[] = [];
  const fetch = (address: string): Promise<Response> => {
    asked.push(new URL(address).pathname);
    return Promise.resolve((answers[asked.length - 1] ?? (() => new Response("", { status: 404 })))());
  };
  return { env: { ASSETS: { fetch } as unknown as Fetcher }, asked };
}
const german = (): Response => Response.json(TABLES.de);

describe("the words for a request", () => {
  let told: { mock: { calls: unknown[][] } };
  beforeEach(() => (told = vi.spyOn(console, "error").mockReturnValue()));
  afterEach(() => vi.restoreAllMocks());

  test("are in every worker for the first language, and read once for another", async () => {
    const { env, asked } = files(german);
    expect(await speechFor(asking("en"), env)).toBe(FIRST_SPEECH);
    expect(asked).toEqual([]);
    const [one, other] = await Promise.all([speechFor(asking("de"), env), speechFor(asking("de-AT"), env)]);
    expect([one.language, one.words.everyPage.save, other]).toEqual(["de", TABLES.de.everyPage.save, one]);
    expect(asked).toEqual(["/words-de.json"]);
  });

  test.each<[string, () => Response]>([
    ["missing", () => new Response("", { status: 404 })],
    ["no table", () => new Response("<html>")],
    [
      "out of reach",
      () => {
        throw new TypeError("no connection");
      },
    ],
  ])("are the first language's if the file is %s, and are asked for again", async (_, answer) => {
    const { env, asked } = files(answer, german);
    expect(await speechFor(asking("de"), env)).toBe(FIRST_SPEECH);
    expect(told.mock.calls).toHaveLength(1);
    expect((await speechFor(asking("de"), env)).language).toBe("de");
    expect(asked).toHaveLength(2);
  });
});
