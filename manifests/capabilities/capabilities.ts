/** The capabilities of plugin code, as a manifest asks for them. */
import * as z from "zod/mini";
import { STORAGE_MAX_BYTES, STORAGE_MAX_KEYS } from "../bounds/bridge.ts";
import { HOSTS_MAX, NAME_MAX_CHARS } from "../bounds/manifest.ts";
import { HOST_SAYS, isHost } from "../shapes/host.ts";
import { HTTP_METHODS } from "../shapes/methods.ts";
import { exactly, explanationShape, optional, qualifiedNameShape, titled, upTo } from "../shapes/shape.ts";

export const DOCUMENT_KINDS = ["page", "navigation", "redirects", "theme", "settings"] as const;

const reason = () => optional(explanationShape, "Reason", "Shown to the owner who is asked to grant this.");
const kinds = (title: string, description: string) =>
  optional(z.array(z.enum(DOCUMENT_KINDS)).check(z.maxLength(DOCUMENT_KINDS.length)), title, description);

const storageShape = exactly({
  maxBytes: titled(upTo(STORAGE_MAX_BYTES), "Max bytes", "Most bytes it may keep for one site."),
  maxKeys: titled(upTo(STORAGE_MAX_KEYS), "Max keys", "Most keys it may keep for one site."),
  reason: reason(),
});
const contentShape = exactly({
  read: kinds("Read", "Kinds of published documents it reads."),
  draft: kinds("Draft", "Kinds of documents whose drafts it reads and changes."),
  reason: reason(),
});
const mediaShape = exactly({
  read: optional(z.boolean(), "Read", "True lets it read media."),
  reason: reason(),
});
const httpShape = exactly({
  hosts: titled(
    z.array(z.string().check(z.refine(isHost, HOST_SAYS))).check(z.maxLength(HOSTS_MAX)),
    "Hosts",
    "Exact names of the hosts it calls, by https only.",
  ),
  hostsFrom: optional(
    z.string().check(z.minLength(1), z.maxLength(NAME_MAX_CHARS)),
    "Hosts from",
    "Name of a setting in which the owner names further hosts: an https address, or a list of host names.",
  ),
  methods: titled(
    z.array(z.enum(HTTP_METHODS)).check(z.minLength(1), z.maxLength(HTTP_METHODS.length)),
    "Methods",
    "HTTP methods it uses.",
  ),
  reason: reason(),
});

const formsShape = exactly({
  personal: titled(
    z.array(z.union([z.literal("*"), qualifiedNameShape])).check(z.minLength(1), z.maxLength(HOSTS_MAX)),
    "Personal",
    "Forms whose personal answers it is told, as <plugin id>/<name>; * for all forms of the site.",
  ),
  reason: reason(),
});

const logsShape = exactly({
  visitors: titled(
    z.literal(true),
    "Visitors",
    "Keeps its errors and its output for members who manage plugins, also where visitors' words may be among them.",
  ),
  reason: reason(),
});

const browserShape = exactly({
  hosts: titled(
    z.array(z.string().check(z.refine(isHost, HOST_SAYS))).check(z.maxLength(HOSTS_MAX)),
    "Hosts",
    "Exact names of the hosts its frames load from and send to, by https only; none with an empty list.",
  ),
  reason: reason(),
});

/** The places where the editor may offer an action. `manifest/action.ts` lists what the action gets at each. */
export const ACTION_TARGETS = ["section", "page", "picture"] as const;
export type ActionTarget = (typeof ACTION_TARGETS)[number];

const actionsShape = exactly({
  on: titled(
    z.array(z.enum(ACTION_TARGETS)).check(z.minLength(1), z.maxLength(ACTION_TARGETS.length)),
    "On",
    "Sections and pages of the draft, and pictures, that members may hand to its actions.",
  ),
  bytes: optional(z.literal(true), "Bytes", "True hands the pictures themselves to its actions."),
  reason: reason(),
});

export const capabilitiesShape = exactly({
  storage: optional(storageShape, "Storage", "Keeps data of its own."),
  content: optional(contentShape, "Content", "Reads or changes the site's documents."),
  media: optional(mediaShape, "Media", "Reads media."),
  forms: optional(formsShape, "Forms", "Is told personal answers when a form is submitted."),
  browser: optional(browserShape, "Browser", "Runs scripts of its own in visitors' browsers, in frames."),
  actions: optional(actionsShape, "Actions", "Is handed what a member chooses an action for, draft included."),
  http: optional(httpShape, "HTTP", "Calls hosts on the internet."),
  logs: optional(logsShape, "Logs", "Has what visitors sent in its log."),
});

/** The capabilities that a manifest asks for, or the part that an owner granted. */
export type Capabilities = z.infer<typeof capabilitiesShape>;
