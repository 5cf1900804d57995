/** The capabilities of plugin code, as a manifest asks for them. */
import * as z from "zod/mini";
import { STORAGE_MAX_BYTES, STORAGE_MAX_KEYS } from "../bounds/bridge.ts";
import { AUDIENCE_MAX_GROUPS, READER_GROUP_MAX_CHARS } from "../bounds/logins.ts";
import { HEADER_NAMES_MAX, HOSTS_MAX, NAME_MAX_CHARS } from "../bounds/manifest.ts";
import { HEADER_NAME_SAYS, isHeaderName } from "../shapes/headerName.ts";
import { HOST_SAYS, isHost } from "../shapes/host.ts";
import { HTTP_METHODS } from "../shapes/methods.ts";
import {
  exactly,
  explanationShape,
  fieldNameShape,
  optional,
  qualifiedNameShape,
  titled,
  upTo,
} from "../shapes/shape.ts";

export const DOCUMENT_KINDS = ["page", "navigation", "redirects", "theme", "settings", "types"] as const;

const reason = () =>
  optional(explanationShape, "Reason", "The reason, shown to the owner who decides about the grant.");
const kinds = (title: string, description: string) =>
  optional(z.array(z.enum(DOCUMENT_KINDS)).check(z.maxLength(DOCUMENT_KINDS.length)), title, description);

const storageShape = exactly({
  maxBytes: titled(
    upTo(STORAGE_MAX_BYTES),
    "Max bytes",
    "Maximum number of bytes that the plugin stores for one site.",
  ),
  maxKeys: titled(upTo(STORAGE_MAX_KEYS), "Max keys", "Maximum number of keys that the plugin stores for one site."),
  reason: reason(),
});
const contentShape = exactly({
  read: kinds("Read", "Kinds of published documents that the plugin reads."),
  draft: kinds("Draft", "Kinds of documents whose drafts the plugin reads and changes."),
  reason: reason(),
});
const mediaShape = exactly({
  read: optional(z.boolean(), "Read", "True allows the plugin to read media."),
  reason: reason(),
});
const httpShape = exactly({
  hosts: titled(
    z.array(z.string().check(z.refine(isHost, HOST_SAYS))).check(z.maxLength(HOSTS_MAX)),
    "Hosts",
    "Exact names of the hosts that the plugin calls, over https only.",
  ),
  hostsFrom: optional(
    z.string().check(z.minLength(1), z.maxLength(NAME_MAX_CHARS)),
    "Hosts from",
    "Name of a setting with further hosts from the owner: an https address, or a list of host names.",
  ),
  methods: titled(
    z.array(z.enum(HTTP_METHODS)).check(z.minLength(1), z.maxLength(HTTP_METHODS.length)),
    "Methods",
    "HTTP methods that the plugin uses.",
  ),
  headers: optional(
    z.array(z.string().check(z.refine(isHeaderName, HEADER_NAME_SAYS))).check(z.maxLength(HEADER_NAMES_MAX)),
    "Headers",
    "Names of further headers that the plugin sends, such as stripe-version. Other headers are left out.",
  ),
  secrets: optional(
    z.record(fieldNameShape, z.string().check(z.refine(isHost, HOST_SAYS))),
    "Secrets",
    "Secret settings that go in headers to this one host each. The code gets a stand-in, never the secret.",
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
    "Keeps the plugin's errors and output for members who manage plugins, even if they may contain visitors' words.",
  ),
  reason: reason(),
});

const browserShape = exactly({
  hosts: titled(
    z.array(z.string().check(z.refine(isHost, HOST_SAYS))).check(z.maxLength(HOSTS_MAX)),
    "Hosts",
    "Exact names of the hosts that its frames load from and send to, over https only. An empty list allows no host.",
  ),
  viaSite: optional(
    z.array(z.string().check(z.refine(isHost, HOST_SAYS))).check(z.minLength(1), z.maxLength(HOSTS_MAX)),
    "Via site",
    "Exact names of the hosts that the site asks for its frames, by GET and without anything of the visitor.",
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
    "Sections and pages of the draft, and pictures, that a member can pass to the plugin's actions.",
  ),
  bytes: optional(z.literal(true), "Bytes", "True passes the bytes of pictures to the plugin's actions."),
  reason: reason(),
});

/** The receivers of plugins' letters. No plugin names an address. */
export const LETTER_RECEIVERS = ["members", "submitter", "subscribers", "addresses"] as const;
export type LetterReceiver = (typeof LETTER_RECEIVERS)[number];

const mailShape = exactly({
  to: titled(
    z.array(z.enum(LETTER_RECEIVERS)).check(z.minLength(1), z.maxLength(LETTER_RECEIVERS.length)),
    "To",
    "members: members with a proven address who want it. submitter: the visitor who sent a form. subscribers: visitors who subscribed with a form of the plugin, and confirmed their address. addresses: those in addressesFrom.",
  ),
  addressesFrom: optional(
    fieldNameShape,
    "Addresses from",
    "Name of a list among the settings, in which the owner writes mail addresses, each with a form before it if they like.",
  ),
  reason: reason(),
});

/** The name of a group of readers. Every reader with an account is in `readers`, which nobody sets. */
const groupShape = z
  .string()
  .check(
    z.maxLength(READER_GROUP_MAX_CHARS),
    z.regex(/^(?!readers$)[a-z][a-z0-9-]*$/, "the name of a group of readers, such as paid"),
  );

const readersShape = exactly({
  groups: titled(
    z.array(groupShape).check(z.minLength(1), z.maxLength(AUDIENCE_MAX_GROUPS)),
    "Groups",
    "Groups of readers with an account. The plugin puts mail addresses into them and takes them out.",
  ),
  reason: reason(),
});

export const capabilitiesShape = exactly({
  storage: optional(storageShape, "Storage", "Keeps data of its own."),
  content: optional(contentShape, "Content", "Reads or changes the site's documents."),
  media: optional(mediaShape, "Media", "Reads media."),
  forms: optional(formsShape, "Forms", "Receives personal answers when a form is submitted."),
  browser: optional(browserShape, "Browser", "Runs scripts of its own in visitors' browsers, in frames."),
  actions: optional(actionsShape, "Actions", "Receives what a member chooses an action for, including drafts."),
  http: optional(httpShape, "HTTP", "Calls hosts on the internet."),
  mail: optional(mailShape, "Mail", "Sends the letters that the plugin declares."),
  readers: optional(readersShape, "Readers", "Decides who is in groups of readers."),
  logs: optional(logsShape, "Logs", "Keeps visitors' words in its log."),
});

/** The capabilities that a manifest asks for, or the part that an owner granted. */
export type Capabilities = z.infer<typeof capabilitiesShape>;
