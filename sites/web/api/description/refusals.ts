import { type RefusalCode, refusalCodes, refusalStatus, refusalText } from "../../../../manifests/refusals/refusal.ts";
import type { Route } from "../request/route.ts";
import { type JsonObject, COMPONENT } from "./schemas.ts";

export const PROBLEM: JsonObject = {
  type: "object",
  description: "A problem document (RFC 9457). `code` is stable; the texts may change.",
  properties: {
    type: { type: "string", const: "about:blank" },
    title: { type: "string" },
    status: { type: "integer" },
    code: { type: "string", enum: refusalCodes },
    instance: { type: "string", description: "Id of this refusal in the logs of the deployment." },
    issues: {
      type: "array",
      description:
        "Problems of the input: the place of each (RFC 6901), the value found there, and the allowed values.",
      items: {
        type: "object",
        properties: {
          pointer: { type: "string" },
          found: { type: "string" },
          allowed: { type: "string" },
          rule: {
            type: "object",
            description: "The stable name of the broken rule, with its bound or choices if it has one.",
            properties: { name: { type: "string" }, limit: { type: "string" } },
            required: ["name"],
          },
        },
        required: ["pointer", "found", "allowed"],
      },
    },
  },
  required: ["type", "title", "status", "code"],
};

const ALWAYS: readonly RefusalCode[] = [
  "ORIGIN_MISMATCH",
  "UNAUTHENTICATED",
  "FORBIDDEN",
  "OTHER_MEMBER",
  "NOT_FOUND",
  "TENANT_SUSPENDED",
  "STORAGE_FULL",
  "UNAVAILABLE",
  "INTERNAL",
];
const WRITING: readonly RefusalCode[] = [
  "IDEMPOTENCY_KEY_MISSING",
  "IDEMPOTENCY_KEY_REUSED",
  "IDEMPOTENCY_IN_PROGRESS",
  "CONFLICT",
  "INVALID_REQUEST",
  "TENANT_READ_ONLY",
  "WORKSPACE_FULL",
];

/** Refusal codes that only one command has, or one route without a command, by its address. */
const OF_COMMAND: Readonly<Record<string, readonly RefusalCode[]>> = {
  "plugin.add": ["PLUGIN_REJECTED", "PLUGIN_NAME_TAKEN", "PLUGIN_CONSENT_MISSING"],
  "plugin.install": ["PLUGIN_REJECTED", "PLUGIN_NAME_TAKEN", "PLUGIN_CONSENT_MISSING"],
  "plugin.state": ["PLUGIN_NAME_TAKEN", "PLUGIN_CONSENT_MISSING"],
  "plugin.settings": ["PLUGIN_UNAVAILABLE"],
  publish: ["PUBLISH_VETOED", "PLUGIN_UNAVAILABLE"],
  "/api/plugins/{plugin}/actions/{action}": [
    "STALE_VERSION",
    "ACTION_RUNNING",
    "ACTION_CANCELLED",
    "PROPOSAL_REFUSED",
    "TENANT_READ_ONLY",
    "PLUGIN_UNAVAILABLE",
  ],
};

function refusalsOf({ command, path, versioned, body, file, query, limits }: Route): readonly RefusalCode[] {
  return [
    ...ALWAYS,
    ...(command ? WRITING : []),
    ...(versioned ? (["VERSION_REQUIRED", "STALE_VERSION"] as const) : []),
    ...(body || file ? (["TOO_SLOW", "TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"] as const) : []),
    ...((Object.keys(query).length > 0 || body) && !command ? (["INVALID_REQUEST"] as const) : []),
    ...(limits.rate ? (["RATE_LIMITED"] as const) : []),
    ...(OF_COMMAND[command ?? path] ?? []),
  ];
}

/** Collects the sets of refusals, because most routes share one of a few sets. */
export class Refusals {
  readonly described: JsonObject = {};

  of(route: Route): JsonObject {
    return this.ofCodes(refusalsOf(route));
  }

  ofCodes(codes: readonly RefusalCode[]): JsonObject {
    const byStatus = [...Map.groupBy(codes, refusalStatus)].toSorted(([one], [other]) => one - other);
    return Object.fromEntries(byStatus.map(([status, all]) => [String(status), this.#reference(all)]));
  }

  #reference(codes: readonly RefusalCode[]): JsonObject {
    const name = codes.map(camelCase).join("Or");
    this.described[name] ??= {
      description: codes.map((code) => `\`${code}\`: ${refusalText(code)}`).join(" "),
      content: { "application/problem+json": { schema: { $ref: `${COMPONENT}Problem` } } },
    };
    return { $ref: `#/components/responses/${name}` };
  }
}

const camelCase = (code: string): string =>
  code
    .toLowerCase()
    .split("_")
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("");
