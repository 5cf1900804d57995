/**
 * Stand-ins of services that plugins call with the services' own clients. Each answers as its reference says, and only
 * to the credential and the version of the protocol that the service demands.
 */
interface Asked {
  readonly path: string;
  readonly headers: Headers;
  readonly body: string;
}

interface Service {
  /** The headers without which the service answers 401. */
  readonly demands: Readonly<Record<string, string>>;
  /** Undefined for what the service does not have. */
  answer(asked: Asked): Response | undefined;
  gone(): Response;
}

/** The secret that the tests' lender knows, and the plugin does not. */
export const KEY = "sk_test_51";

const notFound = (body: object): Response => Response.json(body, { status: 404 });

/** Server-sent events, as services stream them. */
const streamed = (events: readonly object[], end = ""): Response =>
  new Response(events.map((event) => `${named(event)}data: ${JSON.stringify(event)}\n\n`).join("") + end, {
    headers: { "content-type": "text/event-stream" },
  });

const named = (event: object): string => ("type" in event ? `event: ${String(event.type)}\n` : "");

const jsonOf = ({ body }: Asked): { readonly stream?: boolean; readonly [member: string]: unknown } => JSON.parse(body);

const stripe: Service = {
  demands: { authorization: `Bearer ${KEY}`, "content-type": "application/x-www-form-urlencoded" },
  answer: ({ path, headers, body }) => {
    const form = new URLSearchParams(body);
    if (!headers.has("stripe-version") || !headers.has("idempotency-key")) return undefined;
    if (path === "/v1/customers") return Response.json({ id: "cus_1", object: "customer", email: form.get("email") });
    const isOrder = form.get("customer") === "cus_1" && form.get("line_items[0][quantity]") === "2";
    if (path !== "/v1/checkout/sessions" || !isOrder) return undefined;
    return Response.json({ id: "cs_1", object: "checkout.session", url: "https://checkout.stripe.com/c/pay/cs_1" });
  },
  gone: () => notFound({ error: { type: "invalid_request_error", message: "No such customer" } }),
};

const openai: Service = {
  demands: { authorization: `Bearer ${KEY}` },
  answer: (asked) => {
    const { input, stream } = jsonOf(asked);
    if (asked.path === "/v1/responses") {
      const content = [{ type: "output_text", text: `You said ${String(input)}`, annotations: [] }];
      return Response.json({ id: "r1", object: "response", output: [{ type: "message", role: "assistant", content }] });
    }
    if (asked.path !== "/v1/chat/completions" || stream !== true) return undefined;
    return streamed(
      ["Hel", "lo"].map((content) => ({ id: "c1", choices: [{ index: 0, delta: { content } }] })),
      "data: [DONE]\n\n",
    );
  },
  gone: () => notFound({ error: { message: "No such model" } }),
};

const notion: Service = {
  demands: { authorization: `Bearer ${KEY}`, "notion-version": "2025-09-03" },
  answer: (asked) => (asked.path === "/v1/pages" ? Response.json({ object: "page", id: "p1" }) : undefined),
  gone: () => notFound({ object: "error", status: 404, code: "object_not_found", message: "No such user" }),
};

const anthropic: Service = {
  demands: { authorization: `Bearer ${KEY}`, "anthropic-version": "2026-10-21" },
  answer: (asked) => {
    if (asked.path !== "/v1/messages") return undefined;
    if (!jsonOf(asked).stream)
      return Response.json({ id: "m1", type: "message", content: [{ type: "text", text: "Hello" }] });
    return streamed([
      { type: "message_start", message: { id: "m1", type: "message", content: [] } },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      ...["Hel", "lo"].map((text) => ({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } })),
      { type: "content_block_stop", index: 0 },
      { type: "message_stop" },
    ]);
  },
  gone: () => notFound({ type: "error", error: { type: "not_found_error", message: "No such model" } }),
};

const shopify: Service = {
  demands: { "x-shopify-access-token": KEY },
  answer: (asked) => {
    const { variables } = jsonOf(asked) as { readonly variables?: { readonly id?: string } };
    const isAsked = asked.path === "/admin/api/2026-10/graphql.json" && variables?.id !== "gone";
    return isAsked ? Response.json({ data: { product: { title: "Tea" } } }) : undefined;
  },
  gone: () => notFound({ errors: "Not Found" }),
};

const shelf: Service = {
  demands: { authorization: `Bearer ${KEY}` },
  answer: (asked) =>
    asked.path === "/books?page=2"
      ? Response.json({ said: jsonOf(asked)["words"] }, { headers: { "request-id": "r7" } })
      : undefined,
  gone: () => notFound({}),
};

const SERVICES: Readonly<Record<string, Service>> = {
  "api.stripe.com": stripe,
  "api.openai.com": openai,
  "api.notion.com": notion,
  "api.anthropic.com": anthropic,
  "acme.myshopify.com": shopify,
  "api.shelf.example": shelf,
};

/** The answer of the service at an address; undefined if none is there. */
export async function serviceAnswer(url: string, init: RequestInit): Promise<Response | undefined> {
  const { hostname, pathname, search } = new URL(url);
  const service = SERVICES[hostname];
  if (!service) return undefined;
  const request = new Request(url, init);
  const lacking = Object.entries(service.demands).filter(([name, value]) => request.headers.get(name) !== value);
  if (lacking.length > 0)
    return Response.json({ error: { message: `lacking ${lacking.join("; ")}` } }, { status: 401 });
  const asked = { path: pathname + search, headers: request.headers, body: await request.text() };
  return (asked.body === "" ? undefined : service.answer(asked)) ?? service.gone();
}
