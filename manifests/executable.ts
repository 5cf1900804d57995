/** What only an executable plugin may have: entry points, what it asks for, and how much of it. */
import * as z from "zod/mini";
import {
  CALL_MAX_CPU_MS,
  CALL_MAX_SUBREQUESTS,
  CALL_MAX_WALL_MS,
  HOSTS_MAX,
  NAME_MAX_CHARS,
  SCHEDULE_MAX_MINUTES,
  SCHEDULE_MIN_MINUTES,
  STORAGE_MAX_BYTES,
  STORAGE_MAX_KEYS,
} from "./bounds.ts";
import { HOST_SAYS, isHost } from "./host.ts";
import { exactly, explanationShape, jsonSchemaShape, manyOf, nameOf, pagePathShape, qualifiedNameShape, told } from "./shape.ts";

export const HOOK_NAMES = ["beforePublish", "afterPublish", "formSubmitted", "mediaUploaded", "scheduled"] as const;
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
/** Who may call a route: everybody, every member, or members whose role has a permission. Every member reads the site. */
export const ROUTE_ACCESS = [
  "public", "member", "content.edit", "media.write", "content.publish", "theme.edit", "forms.read", "forms.write",
  "plugins.manage", "members.manage", "domains.manage", "backups.manage", "audit.read", "owners.manage",
] as const;
const DOCUMENT_KINDS = ["page", "navigation", "redirects", "theme", "settings"] as const;

const upTo = (most: number) => z.int().check(z.minimum(1), z.maximum(most));
const optional = <T extends z.ZodMiniType>(shape: T, title: string, description: string) =>
  z.exactOptional(told(shape, title, description));

const effectOf = (what: string) =>
  optional(z.enum(["read", "write"]), "Effect", `write if the ${what} changes drafts, which are lent to nothing else. Without it: read.`);

const hookShape = exactly({
  on: told(z.enum(HOOK_NAMES), "On", "When the plugin's function of that name in `hooks` is called."),
  everyMinutes: optional(
    z.int().check(z.minimum(SCHEDULE_MIN_MINUTES), z.maximum(SCHEDULE_MAX_MINUTES)),
    "Every minutes",
    "For scheduled, and only there: minutes between two calls.",
  ),
  effect: effectOf("hook"),
});

const routeShape = exactly({
  name: nameOf("route"),
  path: told(pagePathShape, "Path", "Address below the plugin's own, such as /ratings."),
  methods: told(
    z.array(z.enum(METHODS)).check(z.minLength(1), z.maxLength(METHODS.length)),
    "Methods",
    "HTTP methods it answers.",
  ),
  access: told(z.enum(ROUTE_ACCESS), "Access", "Who may call it: everybody, members who are logged in, or those whose role has a permission."),
  input: optional(jsonSchemaShape, "Input", "JSON Schema of the body."),
  effect: effectOf("route"),
});

const reason = () => optional(explanationShape, "Reason", "Shown to the owner who is asked to grant this.");
const kinds = (title: string, description: string) =>
  optional(z.array(z.enum(DOCUMENT_KINDS)).check(z.maxLength(DOCUMENT_KINDS.length)), title, description);

const storageShape = exactly({
  maxBytes: told(upTo(STORAGE_MAX_BYTES), "Max bytes", "Most bytes it may keep for one site."),
  maxKeys: told(upTo(STORAGE_MAX_KEYS), "Max keys", "Most keys it may keep for one site."),
  reason: reason(),
});
const contentShape = exactly({
  read: kinds("Read", "Kinds of published documents it reads."),
  draft: kinds("Draft", "Kinds of documents whose drafts it reads and changes."),
  reason: reason(),
});
const mediaShape = exactly({
  read: optional(z.boolean(), "Read", "Whether it reads media."),
  reason: reason(),
});
const httpShape = exactly({
  hosts: told(
    z.array(z.string().check(z.refine(isHost, HOST_SAYS))).check(z.maxLength(HOSTS_MAX)),
    "Hosts",
    "Exact names of the hosts it calls, by https only.",
  ),
  hostsFrom: optional(
    z.string().check(z.minLength(1), z.maxLength(NAME_MAX_CHARS)),
    "Hosts from",
    "Name of a setting in which the owner names further hosts: an https address, or a list of host names.",
  ),
  methods: told(
    z.array(z.enum(METHODS)).check(z.minLength(1), z.maxLength(METHODS.length)),
    "Methods",
    "HTTP methods it uses.",
  ),
  reason: reason(),
});

const formsShape = exactly({
  personal: told(
    z.array(z.union([z.literal("*"), qualifiedNameShape])).check(z.minLength(1), z.maxLength(HOSTS_MAX)),
    "Personal",
    "Forms whose personal answers it is told, as <plugin id>/<name>; * for all forms of the site.",
  ),
  reason: reason(),
});

export const hooksShape = manyOf(hookShape);
export const routesShape = manyOf(routeShape);

export const capabilitiesShape = exactly({
  storage: optional(storageShape, "Storage", "Keeps data of its own."),
  content: optional(contentShape, "Content", "Reads or changes the site's documents."),
  media: optional(mediaShape, "Media", "Reads media."),
  forms: optional(formsShape, "Forms", "Is told personal answers when a form is submitted."),
  http: optional(httpShape, "HTTP", "Calls hosts on the internet."),
});

export const limitsShape = exactly({
  cpuMs: optional(upTo(CALL_MAX_CPU_MS), "CPU", "Milliseconds of processor time of one call."),
  wallMs: optional(upTo(CALL_MAX_WALL_MS), "Wall clock", "Milliseconds one call may take."),
  subrequests: optional(upTo(CALL_MAX_SUBREQUESTS), "Subrequests", "Calls out of the sandbox in one call."),
});
