/** A simulated internet with a few URLs, for plugins that call out. */
import { serviceAnswer } from "./services.ts";

const BOMB = 64 * 1024;

const endless = (): ReadableStream<Uint8Array> =>
  new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(BOMB)) });

const backwards = (text: string): string => [...text].toReversed().join("");

const redirect = (to: string, status = 302): Response => new Response(null, { status, headers: { location: to } });

const ADDRESSES: Readonly<Record<string, (init: RequestInit) => Response | Promise<Response>>> = {
  "https://api.example.com/hello": () =>
    new Response("hello", { headers: { "content-type": "text/plain", "set-cookie": "a=b" } }),
  "https://api.example.com/echo": (init) =>
    Response.json(
      { method: init.method, headers: init.headers, redirect: init.redirect },
      // Backwards, because the lender writes stand-ins over the secrets that it recognises.
      { headers: { "request-id": "r1", backwards: backwards(JSON.stringify(init.headers)) } },
    ),
  // Slow enough that concurrent requests overlap.
  "https://api.example.com/crowd": () => new Promise((resolve) => setTimeout(() => resolve(new Response("hello")), 5)),
  "https://api.example.com/silent": () => new Promise(() => undefined),
  "https://api.example.com/endless": () => new Response(endless()),
  "https://api.example.com/inside": () => redirect("https://169.254.169.254/latest"),
  "https://api.example.com/plain": () => redirect("http://api.example.com/hello"),
  "https://api.example.com/loop": () => redirect("/loop"),
  "https://api.example.com/over": () => redirect("https://other.example.com/echo"),
  "https://other.example.com/echo": (init) => Response.json({ method: init.method, headers: init.headers }),
};

export async function internet(url: string, init: RequestInit): Promise<Response> {
  const served = await serviceAnswer(url, init);
  if (served) return served;
  const answer = Object.hasOwn(ADDRESSES, url) ? ADDRESSES[url] : undefined;
  if (!answer) throw new TypeError(`no such address: ${url}`);
  return answer(init);
}
