import * as z from "zod/mini";
import { CONFLICTS } from "../../../../manifests/refusals/conflicts.ts";
import { CONFLICT_EVIDENCE, EVIDENCE } from "../../../../manifests/refusals/evidence.ts";
import { type RefusalCode, refusalCodes, refusalStatus, refusalText } from "../../../../manifests/refusals/refusal.ts";
import type { Route } from "../request/route.ts";
import { type JsonObject, COMPONENT, schemaOf } from "./schemas.ts";

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

const CONFLICT_NAMES = Object.keys(CONFLICTS) as [keyof typeof CONFLICTS, ...(keyof typeof CONFLICTS)[]];

/** The members of a conflict. Those beside its name and its sentence depend on the name. */
const CONFLICT = {
  conflict: z.enum(CONFLICT_NAMES).check(
    z.describe(
      `The reason, by a stable name; \`reason\` may change. ${Object.entries(CONFLICTS)
        .map(([name, says]) => `\`${name}\`: ${says}`)
        .join(" ")}`,
    ),
  ),
  ...Object.assign({}, ...Object.values(CONFLICT_EVIDENCE).map(optionalMembers)),
  reason: z.optional(z.string()),
};

function optionalMembers(shape: z.core.$ZodShape): z.core.$ZodShape {
  return Object.fromEntries(Object.entries(shape).map(([name, member]) => [name, z.optional(member)]));
}

/** The schema of a refusal with its evidence. Its definition is collected in `found`. */
function problemSchema(code: RefusalCode, found: JsonObject): JsonObject {
  const evidence = code === "CONFLICT" ? CONFLICT : EVIDENCE[code];
  if (Object.keys(evidence).length === 0) return { $ref: `${COMPONENT}Problem` };
  const name = `Problem${camelCase(code)}`;
  found[name] ??= {
    allOf: [{ $ref: `${COMPONENT}Problem` }, schemaOf(z.object({ code: z.literal(code), ...evidence }), found)],
  };
  return { $ref: COMPONENT + name };
}

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
  /** The schemas of the whole document, where those of problems are collected. */
  readonly #found: JsonObject;

  constructor(found: JsonObject) {
    this.#found = found;
  }

  of(route: Route): JsonObject {
    return this.ofCodes(refusalsOf(route));
  }

  ofCodes(codes: readonly RefusalCode[]): JsonObject {
    const byStatus = [...Map.groupBy(codes, refusalStatus)].toSorted(([one], [other]) => one - other);
    return Object.fromEntries(byStatus.map(([status, all]) => [String(status), this.#reference(all)]));
  }

  /** The schemas of the codes, each once: codes without evidence share one. */
  #schemas(codes: readonly RefusalCode[]): JsonObject[] {
    const schemas = codes.map((code) => problemSchema(code, this.#found));
    return [...new Map(schemas.map((schema) => [schema["$ref"], schema])).values()];
  }

  #reference(codes: readonly RefusalCode[]): JsonObject {
    const name = codes.map(camelCase).join("Or");
    this.described[name] ??= {
      description: codes.map((code) => `\`${code}\`: ${refusalText(code)}`).join(" "),
      content: { "application/problem+json": { schema: { anyOf: this.#schemas(codes) } } },
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
