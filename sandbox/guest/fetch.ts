import { askLender } from "./currentCall.ts";

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
  const body = request.body ? { body: base64(new Uint8Array(await request.arrayBuffer())) } : {};
  const { url, method, signal } = request;
  const asked = askLender("http.fetch", { url, method, headers: [...request.headers], ...body }, signal);
  const received = (await unlessAborted(signal, asked)) as Received;
  const bytes = bytesOf(received.body);
  const headers = received.headers.map(([name, value]): [string, string] => [name, value]);
  return located(
    new Response(bytes.length > 0 ? bytes : null, { status: received.status, headers }),
    received.url,
    url,
  );
}

/** Gives a response the address that answered, which its constructor cannot. */
function located(response: Response, at: string, asked: string): Response {
  const redirected = at !== asked.replace(/#.*$/, "");
  Object.defineProperties(response, { url: { value: at }, redirected: { value: redirected } });
  return response;
}
