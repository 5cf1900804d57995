/** A bucket that speaks S3's protocol, by the address of a folder in it. Each write says what it replaces. */
import { type Environment, Trouble, UsageError } from "../command/command.ts";
import { changedMeanwhile, type FoundFile, type PackagePlace } from "./place.ts";
import { type Credentials, signedRequest } from "./signedRequest.ts";

/** The longest wait for one file. */
const WAIT_MS = 60_000;
const LOCAL = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])[:/]/;
const [ABSENT, CHANGED] = [404, new Set([409, 412])];

export const isBucket = (to: string): boolean => /^[a-z][a-z0-9+.-]+:\/\//i.test(to);

function credentialsIn(environment: Environment): Credentials {
  const [accessKey, secretKey] = [environment["AWS_ACCESS_KEY_ID"], environment["AWS_SECRET_ACCESS_KEY"]];
  if (!accessKey || !secretKey)
    throw new UsageError("A bucket needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment.");
  // R2 and most stores of one's own take any region.
  return { accessKey, secretKey, token: environment["AWS_SESSION_TOKEN"], region: environment["AWS_REGION"] ?? "auto" };
}

function folderAddress(to: string): URL {
  const url = URL.parse(to.endsWith("/") ? to : `${to}/`);
  const isSafe = url?.protocol === "https:" || LOCAL.test(to);
  if (!url || !isSafe || url.search !== "" || url.username !== "")
    throw new UsageError(
      "--to takes a folder, or the https address of a folder in a bucket, such as https://<account>.r2.cloudflarestorage.com/<bucket>/plugins/.",
    );
  return url;
}

/** The code in an answer of S3, such as `AccessDenied`, or the status. */
const saidIn = (status: number, body: string): string => /<Code>(\w+)<\/Code>/.exec(body)?.[1] ?? `status ${status}`;

export function bucketAt(to: string, environment: Environment, now: number): PackagePlace {
  const [folder, credentials] = [folderAddress(to), credentialsIn(environment)];
  const addressOf = (name: string): string => new URL(`./${name}`, folder).href;
  const ask = async (method: "GET" | "PUT", name: string, headers = {}, body = new Uint8Array()): Promise<Response> => {
    const signed = signedRequest({ method, url: addressOf(name), headers, body, at: now }, credentials);
    const sent = { method, headers: signed, redirect: "error", signal: AbortSignal.timeout(WAIT_MS) } as const;
    try {
      return await fetch(addressOf(name), method === "PUT" ? { ...sent, body } : sent);
    } catch (error) {
      throw new Trouble(
        `${new URL(to).origin} does not answer: ${error instanceof Error ? error.message : "no reason"}.`,
      );
    }
  };
  const refusedBy = async (name: string, answer: Response): Promise<Trouble> =>
    new Trouble(`${addressOf(name)} was refused: ${saidIn(answer.status, await answer.text())}.`);
  return {
    addressOf,
    async read(name): Promise<FoundFile | undefined> {
      const answer = await ask("GET", name);
      if (answer.status === ABSENT) return undefined;
      if (!answer.ok) throw await refusedBy(name, answer);
      return { bytes: new Uint8Array(await answer.arrayBuffer()), mark: answer.headers.get("etag") ?? undefined };
    },
    async write(name, bytes, before) {
      const only = before?.mark === undefined ? { "if-none-match": "*" } : { "if-match": before.mark };
      const answer = await ask("PUT", name, { ...only, "content-type": "application/json" }, Buffer.from(bytes));
      if (CHANGED.has(answer.status)) throw changedMeanwhile(addressOf(name));
      if (!answer.ok) throw await refusedBy(name, answer);
    },
  };
}
