/** The verb that makes HTTP requests to granted hosts. */
import * as z from "zod/mini";
import {
  HTTP_HEADER_MAX_CHARS,
  HTTP_HEADERS_MAX,
  HTTP_METHOD_MAX_CHARS,
  HTTP_REQUEST_MAX_BYTES,
} from "../../manifests/bounds/bridge.ts";
import { LINK_MAX_CHARS } from "../../manifests/bounds/fields.ts";
import type { Capabilities } from "../../manifests/capabilities/capabilities.ts";
import { SENDABLE } from "./headers.ts";
import { formType, text, typed, type CapabilityText, type VerbRow } from "./verb.ts";

type Asked = NonNullable<Capabilities["http"]>;

const decodedBytes = (encoded: string): number => (encoded.length / 4) * 3 - (/=*$/.exec(encoded)?.[0].length ?? 0);

/** Base64 of at most `mostBytes` bytes. Four characters hold three bytes. */
const base64 = (mostBytes: number) =>
  text(Math.ceil(mostBytes / 3) * 4).check(
    formType(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, "base64"),
    z.refine((encoded) => decodedBytes(encoded) <= mostBytes),
  );

const header = z.tuple([text(HTTP_HEADER_MAX_CHARS), text(HTTP_HEADER_MAX_CHARS)]);

const choices = (values: readonly string[]): string =>
  values.map((value) => JSON.stringify(value)).join(" | ") || "never";

/** A header's name in both usual spellings: content-type and Content-Type. */
const spelled = (name: string): string[] => [name, name.replaceAll(/(?<=^|-)[a-z]/g, (first) => first.toUpperCase())];

/** The type of headers that a plugin may set. */
const sentHeaders = (granted: readonly string[] = []): string =>
  `export type SentHeaders = Headers | { [name in ${choices([...SENDABLE, ...granted].flatMap(spelled))}]?: string };`;

/** The type of a URL. Without hosts in the manifest it is any string, because an owner may name hosts in a setting. */
const address = (hosts: readonly string[]): string =>
  hosts.length === 0 ? "string" : `\`https://\${${choices(hosts)}}\${string}\``;

export const HTTP = {
  "http.fetch": {
    input: z.strictObject({
      url: text(LINK_MAX_CHARS),
      method: z.optional(text(HTTP_METHOD_MAX_CHARS)),
      headers: z.optional(z.array(header).check(z.maxLength(HTTP_HEADERS_MAX))),
      body: z.optional(base64(HTTP_REQUEST_MAX_BYTES)),
    }),
    answer: z.object({
      url: z.string(),
      status: z.int(),
      headers: z.array(z.tuple([z.string(), z.string()])),
      body: z.string(),
    }),
    methods: {
      fetch: {
        takes: ({ hosts, methods }) => ({
          input: typed(`${address(hosts)} | URL | Request`),
          init: z.optional(
            typed(`Omit<RequestInit, "method" | "headers"> & { method?: ${choices(methods)}; headers?: SentHeaders }`),
          ),
        }),
        gives: typed("Response"),
        says: ["A redirect to another host keeps only headers that describe the request."],
        code: "leasedFetch",
      },
    },
  },
} as const satisfies Readonly<Record<string, VerbRow<Asked>>>;

export const HTTP_TEXT: CapabilityText<Asked> = {
  name: "Http",
  global: "fetch",
  declare: ({ hosts, methods, headers }, members) => `
/** The internet: ${methods.join(", ")} by https to ${hosts.join(", ") || "hosts an owner names"}. The global \`fetch\` is the same. */
export interface Http {
${members}}

/** The headers that a request may set. */
${sentHeaders(headers)}
`,
};
