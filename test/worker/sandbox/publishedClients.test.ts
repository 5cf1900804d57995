/** The published clients of services, bundled as for an author, make their first requests to stand-ins of the services. */
import clients from "drawbridge:clients";
import packages from "drawbridge:packages";
import { describe, expect, test } from "vitest";
import { NOT_RUNNING, RUNNING } from "../../fixtures/packages/wanted.ts";
import { callDigest, install, valueOf } from "./sandboxCalls.ts";
import { KEY } from "./services.ts";

interface Client {
  readonly host: string;
  /** The headers that the docs for authors tell to ask for. */
  readonly headers?: readonly string[];
  readonly input: object;
  readonly answer: unknown;
  /** The message of the client's error for the service's 404. */
  readonly failure: string;
  readonly leftOut?: string;
}

const CLIENTS: readonly (readonly [string, Client])[] = [
  [
    "stripe",
    {
      host: "api.stripe.com",
      headers: ["stripe-version"],
      input: { email: "customer@example.com" },
      answer: "https://checkout.stripe.com/c/pay/cs_1",
      failure: "No such customer",
      leftOut: "x-stripe-client-user-agent",
    },
  ],
  [
    "openai",
    {
      host: "api.openai.com",
      input: { words: "hello" },
      answer: ["You said hello", ["Hel", "lo"]],
      failure: "404 No such model",
      leftOut: "x-stainless-arch",
    },
  ],
  [
    "notion",
    {
      host: "api.notion.com",
      headers: ["notion-version"],
      input: { title: "Tea" },
      answer: "p1",
      failure: "No such user",
    },
  ],
  [
    "anthropic",
    {
      host: "api.anthropic.com",
      headers: ["anthropic-version"],
      input: { words: "hello" },
      answer: [[{ type: "text", text: "Hello" }], ["Hel", "lo"]],
      failure: '404 {"type":"error","error":{"type":"not_found_error","message":"No such model"}}',
      leftOut: "x-stainless-arch",
    },
  ],
  [
    "shopify",
    {
      host: "acme.myshopify.com",
      headers: ["x-shopify-access-token"],
      input: { id: "gid://shopify/Product/1" },
      answer: { product: { title: "Tea" } },
      failure: "GraphQL Client: ",
      leftOut: "x-sdk-version",
    },
  ],
  [
    "axios",
    {
      host: "api.shelf.example",
      input: { words: "hello" },
      answer: [{ said: "hello" }, "r7"],
      failure: "Request failed with status code 404",
    },
  ],
];

describe("the published client", () => {
  test.each(CLIENTS)("%s runs its first example, and never learns the key", async (name, client) => {
    const { invoked, log } = await callDigest(await install(clients[name] ?? ""), {
      tenant: name,
      input: client.input,
      granted: {
        http: {
          hosts: [client.host],
          methods: ["GET", "POST"],
          ...(client.headers && { headers: [...client.headers] }),
          secrets: { key: client.host },
        },
      },
      settings: { key: KEY },
      about: {
        site: { id: "main", name: "Saltmarrow", origin: "https://acme.example", language: "en", timeZone: "UTC" },
        settings: { key: "{secret:key}" },
      },
    });
    expect(valueOf(invoked)).toEqual({ answer: client.answer, failure: [true, client.failure] });
    expect(log.join("\n")).not.toContain(KEY);
    const notices = log.filter((line) => line.includes("left out headers that nobody granted"));
    expect(notices).toHaveLength(client.leftOut === undefined ? 0 : 1);
    expect(notices.join("\n")).toContain(client.leftOut ?? "");
  });
});

test("packages with parts for Node run without them", async () => {
  const input = { html: "<b>bold</b><script>alert(1)</script>", query: "a[b]=1&a[c]=2" };
  const { invoked } = await callDigest(await install(clients["packages"] ?? ""), { input });
  expect(valueOf(invoked)).toEqual({
    html: "<b>bold</b>",
    query: "a%5Bb%5D=1&a%5Bc%5D=2",
    isSigned: true,
    isForged: false,
    random: 8,
  });
});

/** The answer of a package's lines in an isolate of its own, or the words of the failure that its author reads. */
async function answerOf(name: string): Promise<unknown> {
  const bundle = packages[name];
  if (bundle === undefined || "refused" in bundle) return { refused: bundle?.refused ?? "" };
  const { invoked } = await callDigest(await install(bundle.text), { tenant: "packages" });
  return invoked.ok ? { answer: valueOf(invoked) } : { refused: JSON.stringify(invoked) };
}

test("packages of the list for authors run, each with the answer that its own docs promise", async () => {
  const answers: [string, unknown][] = [];
  for (const { name } of RUNNING) answers.push([name, await answerOf(name)]);
  expect(answers).toEqual(RUNNING.map(({ name, answer }) => [name, { answer }]));
});

test.each(NOT_RUNNING.map((row) => [row.name, row] as const))(
  "%s does not run, and its author reads why",
  async (name, { fails }) => {
    expect(await answerOf(name)).toEqual({ refused: expect.stringContaining(fails) });
  },
);
