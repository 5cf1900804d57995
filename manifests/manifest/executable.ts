/** Members that only an executable plugin has: routes, limits of one call, and migrations of its data. */
import * as z from "zod/mini";
import { CALL_MAX_CPU_MS, CALL_MAX_SUBREQUESTS, CALL_MAX_WALL_MS } from "../bounds/calls.ts";
import { HTTP_METHODS } from "../shapes/methods.ts";
import {
  exactly,
  jsonSchemaShape,
  manyOf,
  nameField,
  optional,
  pagePathShape,
  titled,
  upTo,
  versionShape,
} from "../shapes/shape.ts";

/**
 * The callers that a route allows: everybody, every member, or members whose role has a permission. Every member may
 * read the site.
 */
export const ROUTE_ACCESS = [
  "public",
  "member",
  "content.edit",
  "media.write",
  "content.publish",
  "theme.edit",
  "forms.read",
  "forms.write",
  "plugins.manage",
  "members.manage",
  "domains.manage",
  "backups.manage",
  "audit.read",
  "owners.manage",
] as const;

export const effectOf = (what: string) =>
  optional(
    z.enum(["read", "write"]),
    "Effect",
    `write if the ${what} changes drafts; only then can its code change them. Default: read.`,
  );

const routeShape = exactly({
  name: nameField("route"),
  path: titled(pagePathShape, "Path", "Path below the plugin's own address, such as /ratings."),
  methods: titled(
    z.array(z.enum(HTTP_METHODS)).check(z.minLength(1), z.maxLength(HTTP_METHODS.length)),
    "Methods",
    "HTTP methods of the route.",
  ),
  access: titled(
    z.enum(ROUTE_ACCESS),
    "Access",
    "The callers: everybody, logged-in members, or members whose role has a permission.",
  ),
  input: optional(jsonSchemaShape, "Input", "JSON Schema of the request body."),
  effect: effectOf("route"),
});

export const routesShape = manyOf(routeShape);

export const limitsShape = exactly({
  cpuMs: optional(upTo(CALL_MAX_CPU_MS), "CPU", "CPU time of one call, in milliseconds."),
  wallMs: optional(upTo(CALL_MAX_WALL_MS), "Wall clock", "Wall-clock time of one call, in milliseconds."),
  subrequests: optional(upTo(CALL_MAX_SUBREQUESTS), "Subrequests", "Capability calls that one call may make."),
});

/** The kinds of data that a plugin keeps at a site. */
export const DATA_KINDS = ["storage", "settings"] as const;
export type DataKind = (typeof DATA_KINDS)[number];

const migrationShape = exactly({
  of: titled(
    z.enum(DATA_KINDS),
    "Of",
    "The kind of data. It is also the name of the function in the plugin's `migrate`.",
  ),
  since: titled(
    versionShape,
    "Since",
    "The first version whose data has the present form. The function migrates data of earlier versions.",
  ),
});

export const migrationsShape = z.array(migrationShape).check(z.maxLength(DATA_KINDS.length));
