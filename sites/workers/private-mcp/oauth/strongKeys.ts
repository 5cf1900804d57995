import { AGENT_KEYS_MAX_BYTES, AGENT_RSA_MIN_BITS } from "../../../../manifests/bounds/agents.ts";
import { isObject } from "../../../../manifests/json/jsonObject.ts";

const TAKEN = `taken are ${AGENT_RSA_MIN_BITS} and more, or ES256.`;
const says = (bits: number): string => `An RSA key of this client has ${bits} bits; ${TAKEN}`;
const SAYS = /An RSA key of this client has \d+ bits; [^.]+\./;

/**
 * Longer documents are refused, because unread keys could be weak. The library also has a limit, and this check does
 * not rely on it.
 */
const TOO_LONG = `The keys of this client have more than ${AGENT_KEYS_MAX_BYTES} bytes.`;

/** Finds our message about a weak key in the library's error text. */
export const weaknessIn = (words: string): string | undefined => SAYS.exec(words)?.[0];

/**
 * Wraps a response so that reading it fails if it contains a short RSA key. The library accepts any length (OWASP ASVS
 * 5.0, 11.2.3). Reading also fails if the response is too long to check. The wrapper reads only as the library reads.
 */
export function withStrongKeys(answer: Response, tell: (reason: string) => void): Response {
  if (!answer.body) return answer;
  const reader = answer.body.getReader();
  const decoder = new TextDecoder();
  let [text, bytes] = ["", 0];
  const refuse = (controller: ReadableStreamDefaultController, reason: string): void => {
    tell(reason);
    void reader.cancel(reason).catch(() => undefined);
    controller.error(new Error(reason));
  };
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        bytes += value?.byteLength ?? 0;
        if (bytes > AGENT_KEYS_MAX_BYTES) return refuse(controller, TOO_LONG);
        if (!done) {
          text += decoder.decode(value, { stream: true });
          return controller.enqueue(value);
        }
        const bits = shortestIn(text);
        if (bits >= AGENT_RSA_MIN_BITS) return controller.close();
        refuse(controller, says(bits));
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return new Response(body, answer);
}

/** The length in bits of the shortest RSA signing key in a client's document or key set; Infinity if there is none. */
export function shortestIn(text: string): number {
  const document = parsed(text);
  if (!isObject(document)) return Infinity;
  const sets = [document, document["jwks"]].filter(isObject);
  const keys = sets.flatMap(({ keys: listed }) => (Array.isArray(listed) ? listed.filter(isObject) : []));
  return Math.min(...keys.filter(maySign).map(({ n }) => bitsOf(n)));
}

const maySign = ({ kty, use }: Readonly<Record<string, unknown>>): boolean =>
  kty === "RSA" && (use === undefined || use === "sig");

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The length of a modulus in bits (RFC 7518, 6.3.1.1); 0 for an invalid one. */
function bitsOf(modulus: unknown): number {
  try {
    const bytes = atob(String(modulus).replaceAll("-", "+").replaceAll("_", "/")).replace(/^\0+/, "");
    return bytes === "" ? 0 : bytes.length * 8 - Math.clz32(bytes.charCodeAt(0)) + 24;
  } catch {
    return 0;
  }
}
