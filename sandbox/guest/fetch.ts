import { BridgeError } from "./crossing.ts";
import { askLender } from "./currentCall.ts";
import { BODY_MAX_BYTES } from "./protocol.ts";

interface Received {
  readonly url: string;
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

const SLICE = 8 * 1024;

function base64(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += SLICE) binary += String.fromCharCode(...bytes.subarray(at, at + SLICE));
  return btoa(binary);
}

export const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

/** Rejects with the signal's reason as soon as it aborts. The lender still finishes a request that was sent. */
async function unlessAborted(signal: AbortSignal | null, asked: Promise<unknown>): Promise<unknown> {
  // The platform gives a request without a signal of its own none.
  if (!signal) return asked;
  let end = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    end = () => reject(signal.reason);
    if (signal.aborted) end();
    else signal.addEventListener("abort", end);
  });
  try {
    return await Promise.race([asked, aborted]);
  } finally {
    signal.removeEventListener("abort", end);
    asked.catch(() => undefined);
  }
}

/** The plugin's `fetch`. It sends the request to the lender, who checks it and makes the network call. */
export async function leasedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  const { url, signal } = request;
  const received = (await unlessAborted(signal, sendToLender(request))) as Received;
  const bytes = bytesOf(received.body);
  const headers = received.headers.map(([name, value]): [string, string] => [name, value]);
  return located(
    new Response(bytes.length > 0 ? bytes : null, { status: received.status, headers }),
    received.url,
    url,
  );
}

/** Sends the request once its body is read. */
async function sendToLender(request: Request): Promise<unknown> {
  const { url, method, signal, headers, body } = request;
  const sent = body ? { body: base64(await bytesIn(body)) } : {};
  return askLender("http.fetch", { url, method, headers: [...headers], ...sent }, signal, new URL(url).host);
}

/** Reads a body, and stops where no lender takes more: a plugin's stream may have no end. */
async function bytesIn(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Uint8Array> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const piece of body) {
    if (!(piece instanceof Uint8Array)) throw new TypeError("The stream of a body gives bytes, as Uint8Array.");
    length += piece.length;
    if (length > BODY_MAX_BYTES)
      throw new BridgeError({ code: "too_large", message: `A request may have at most ${BODY_MAX_BYTES} bytes.` });
    pieces.push(piece);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

/** Gives a response the address that answered, which its constructor cannot. */
function located(response: Response, at: string, asked: string): Response {
  const redirected = at !== asked.replace(/#.*$/, "");
  Object.defineProperties(response, { url: { value: at }, redirected: { value: redirected } });
  return response;
}
