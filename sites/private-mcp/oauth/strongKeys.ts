import { AGENT_KEYS_MAX_BYTES, AGENT_RSA_MIN_BITS } from "../../../manifests/bounds/agents.ts";
import { isObject } from "../../../manifests/json/jsonObject.ts";

const TAKEN = `taken are ${AGENT_RSA_MIN_BITS} and more, or ES256.`;
const says = (bits: number): string => `An RSA key of this client has ${bits} bits; ${TAKEN}`;
const SAYS = /An RSA key of this client has \d+ bits; [^.]+\./;

/** Keys nobody has read may be short ones. The library reads no more either, and this does not rely on that. */
const TOO_LONG = `The keys of this client have more than ${AGENT_KEYS_MAX_BYTES} bytes.`;

/** Finds our words about a short key among the library's own words about the document. */
export const weaknessIn = (words: string): string | undefined => SAYS.exec(words)?.[0];

/**
 * The same answer, whose reading fails at its end where it names a short RSA key: the library takes any length
 * (OWASP ASVS 5.0, 11.2.3). So does an answer too long to be looked through. Nothing is read before the library reads
 * it.
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

/** Bits of the shortest RSA key in a client's document or set of keys that could sign; Infinity without one. */
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

/** Length of a modulus in bits (RFC 7518, 6.3.1.1); 0 for what is none. */
function bitsOf(modulus: unknown): number {
  try {
    const bytes = atob(String(modulus).replaceAll("-", "+").replaceAll("_", "/")).replace(/^\0+/, "");
    return bytes === "" ? 0 : bytes.length * 8 - Math.clz32(bytes.charCodeAt(0)) + 24;
  } catch {
    return 0;
  }
}
