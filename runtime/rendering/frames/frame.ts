/**
 * A plugin's interactive part in a section. Its policy gives the document an opaque origin, even if a visitor opens the
 * URL directly. Only the texts pinned by the package run in it, and it connects only to hosts that an owner granted.
 */
import { FRAME_FIELDS_MAX_CHARS } from "../../../manifests/bounds/packages.ts";
import type { FrameContribution } from "../../../manifests/manifest/frame.ts";
import { frameFaults } from "../../../manifests/packages/frameCheck.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import type { ActivePlugin } from "../../contributions/installed.ts";
import type { Contribution } from "../../contributions/points.ts";
import { attributes, escapeHtml } from "../../templates/escape.ts";
import { FRAME_BRIDGE, FRAME_HOST } from "./scripts.generated.ts";

export type FrameEntry = Contribution<FrameContribution>;

export const FRAME_SCRIPT_PATH = `/_assets/${FRAME_HOST.digest}.js`;
export const FRAME_SCRIPT = {
  type: "text/javascript; charset=utf-8",
  body: FRAME_HOST.text,
  digest: FRAME_HOST.digest,
};

const SCRIPT_ELEMENT = `<script type="module" src="${FRAME_SCRIPT_PATH}" integrity="${FRAME_HOST.integrity}"></script>`;

export const framePath = ({ qualified }: FrameEntry): string => `/_assets/frame/${qualified}`;

/** The hosts that an owner granted to the plugin's frames. Undefined without a grant. */
const hostsOf = ({ grant }: ActivePlugin): readonly string[] | undefined => grant?.capabilities.browser?.hosts;

export const mayRun = ({ plugin }: FrameEntry): boolean => hostsOf(plugin) !== undefined;

/** The section's fields as JSON for its frame. Undefined if they are too long. */
function fieldsText(fields: unknown): string | undefined {
  const text = JSON.stringify(fields);
  return text.length > FRAME_FIELDS_MAX_CHARS ? undefined : text;
}

/** The fallback markup of a section, with the attributes from which the frame script inserts the frame. */
export function framedHtml(fallback: string, entry: FrameEntry, fields: unknown): string | undefined {
  const text = fieldsText(fields);
  if (text === undefined) return undefined;
  const attributesText = attributes({
    "data-frame": framePath(entry),
    "data-frame-title": entry.item.title,
    "data-frame-fields": text,
  });
  return `<div${attributesText}><div data-frame-fallback>\n${fallback.trim()}\n</div></div>\n${SCRIPT_ELEMENT}`;
}

/**
 * Marks the frames of a page that also embeds other sites. The page's script then puts a document with a policy of its
 * own around each, so that no frame can navigate itself to those sites. No template can write this attribute.
 */
export const framesApart = (html: string): string =>
  html.replaceAll('<div data-frame="', '<div data-frame-apart="" data-frame="');

/** A digest in the notation of a content security policy, which uses another base64 alphabet than packages. */
const asSource = (pinned: string): string =>
  `'sha256-${pinned.slice("sha256-".length).replaceAll("-", "+").replaceAll("_", "/")}='`;

interface FrameDocument {
  readonly html: string;
  readonly policy: string;
}

interface Parts {
  readonly html: string;
  readonly css: string;
  readonly script: string;
  /** The script's source in a content security policy. */
  readonly source: string;
}

/** Checks each text again, because a text that ends its element would change the document. */
function readParts(plugin: PackedPlugin, { html, css, script }: FrameContribution): Parts | undefined {
  const { files, manifest } = plugin;
  const texts = { html: files[html], css: css === undefined ? "" : files[css], script: files[script] };
  const scriptPin = manifest.files?.[script];
  if (texts.html === undefined || texts.css === undefined || texts.script === undefined || scriptPin === undefined)
    return undefined;
  const faults = [
    ...frameFaults("frameHtml", texts.html),
    ...frameFaults("frameStyle", texts.css),
    ...frameFaults("frameScript", texts.script),
  ];
  if (faults.length > 0) return undefined;
  return { html: texts.html, css: texts.css, script: texts.script, source: asSource(scriptPin) };
}

/** The checked parts of each package's frames, by name. To parse a script of 1 MB takes longer than all else. */
const readFrames = new WeakMap<PackedPlugin, Map<string, Parts | undefined>>();

function partsOf({ plugin: { plugin }, item }: FrameEntry): Parts | undefined {
  const frames = readFrames.get(plugin) ?? new Map<string, Parts | undefined>();
  readFrames.set(plugin, frames);
  if (!frames.has(item.name)) frames.set(item.name, readParts(plugin, item));
  return frames.get(item.name);
}

/**
 * A second policy beside the first. By the first alone, a request to any host may pass as a script if it names the
 * script's digest. This one allows no script of an address.
 */
const NO_SCRIPT_OF_AN_ADDRESS = "script-src 'unsafe-inline'";

function policyOf(script: string, hosts: readonly string[]): string {
  const granted = hosts.map((host) => `https://${host}`);
  const only = (...sources: readonly string[]): string => (sources.length === 0 ? "'none'" : sources.join(" "));
  const policy = [
    "sandbox allow-scripts",
    "default-src 'none'",
    `script-src '${FRAME_BRIDGE.integrity}' ${script}`,
    // Libraries write styles. Without an address to load from, styles can do no more than the script itself.
    "style-src 'unsafe-inline'",
    `connect-src ${only(...granted)}`,
    `img-src ${only("data:", "blob:", ...granted)}`,
    `media-src ${only("data:", "blob:", ...granted)}`,
    `font-src ${only("data:", ...granted)}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    // The bridge's policy refuses inner documents. One could run the script again, without the bridge.
    "require-trusted-types-for 'script'",
    "trusted-types default",
  ];
  return `${policy.join("; ")}, ${NO_SCRIPT_OF_AN_ADDRESS}`;
}

const documentOf = (title: string, { html, css, script }: Parts): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>` +
  `${css === "" ? "" : `<style>${css}</style>`}<script>${FRAME_BRIDGE.text}</script></head>` +
  `<body>${html}<script type="module">${script}</script></body></html>`;

/** The document of a frame. Undefined without an owner's grant, or if a text fails its check. */
export function frameDocument(entry: FrameEntry): FrameDocument | undefined {
  const hosts = hostsOf(entry.plugin);
  const parts = hosts && partsOf(entry);
  return parts && { html: documentOf(entry.item.title, parts), policy: policyOf(parts.source, hosts) };
}
