/** Signs a request to S3 by AWS Signature Version 4, over its whole body. */
import { createHash, createHmac } from "node:crypto";

export interface Credentials {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly token?: string | undefined;
  readonly region: string;
}

export interface AskedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

const [ALGORITHM, SERVICE, END] = ["AWS4-HMAC-SHA256", "s3", "aws4_request"];

const hexOf = (content: string | Uint8Array): string => createHash("sha256").update(content).digest("hex");
const keyed = (key: string | Uint8Array, text: string): Buffer => createHmac("sha256", key).update(text).digest();

/** S3 takes each part of a path encoded once, with all but unreserved characters. */
const encoded = (path: string): string =>
  path
    .split("/")
    .map((part) =>
      encodeURIComponent(decodeURIComponent(part)).replaceAll(
        /[!'()*]/g,
        (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join("/");

/** The headers of a request with its signature. */
export function signedRequest(
  { method, url, headers, body, at }: AskedRequest,
  { accessKey, secretKey, token, region }: Credentials,
): Record<string, string> {
  const { host, pathname } = new URL(url);
  const moment = new Date(at).toISOString().replaceAll(/[-:]|\.\d{3}/g, "");
  const day = moment.slice(0, 8);
  const all: Record<string, string> = {
    ...headers,
    host,
    "x-amz-content-sha256": hexOf(body),
    "x-amz-date": moment,
    ...(token === undefined ? {} : { "x-amz-security-token": token }),
  };
  const names = Object.keys(all).toSorted();
  const lines = names.map((name) => `${name}:${all[name]?.trim()}\n`).join("");
  const request = [method, encoded(pathname), "", lines, names.join(";"), hexOf(body)].join("\n");
  const scope = [day, region, SERVICE, END].join("/");
  const text = [ALGORITHM, moment, scope, hexOf(request)].join("\n");
  const key = [day, region, SERVICE, END].reduce<string | Uint8Array>(keyed, `AWS4${secretKey}`);
  const signature = keyed(key, text).toString("hex");
  const { host: _sentByFetch, ...rest } = all;
  return {
    ...rest,
    authorization: `${ALGORITHM} Credential=${accessKey}/${scope},SignedHeaders=${names.join(";")},Signature=${signature}`,
  };
}
