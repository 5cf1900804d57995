import { PUBLIC_STALE_SECONDS } from "../../manifests/bounds/publicContent.ts";
import { pagePolicy } from "../rendering/pagePolicy.ts";

/** The policy of data. It runs and loads nothing, even if a browser opens it as a document. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/**
 * The policy of pages with a form but without script. `action` are the form's allowed targets, `style` its style sheet.
 */
export const formPolicy = (action: string, style?: string): string =>
  `default-src 'none'; ${style === undefined ? "" : `style-src ${style}; `}form-action ${action}; base-uri 'none'; frame-ancestors 'none'`;

/** The policy of media files. An SVG needs its own inline styles; nothing else is allowed. */
const MEDIA_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/**
 * Browsers revalidate each time, and a 304 is cheap. Shared caches may be stale for PUBLIC_STALE_SECONDS, and are
 * purged at publication.
 */
const CACHE_PUBLIC = `public, max-age=0, s-maxage=${PUBLIC_STALE_SECONDS}, must-revalidate`;

/** Cache-Control for URLs that contain their content's digest. */
export const CACHE_IMMUTABLE = "public, max-age=31536000, immutable";

/**
 * Cache-Control for addresses below a list, such as further pages. One new entry may change all of them, so no
 * publication could remove them from shared caches. Browsers ask again each time.
 */
export const CACHE_UNSHARED = "private, no-cache";

/** Cache-Control for what one reader alone may see. */
export const CACHE_NEVER = "private, no-store";

type Fields = Readonly<Record<string, string>>;

/**
 * Headers of every answer of every worker. Browsers ignore Strict-Transport-Security over plain http (RFC 6797, 8.1). A
 * worker behind a proxy that terminates TLS sees only plain http, so no answer checks the request's scheme.
 */
const EVERY: Fields = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "Strict-Transport-Security": "max-age=31536000",
  "X-Frame-Options": "DENY",
  "Content-Security-Policy": DATA_POLICY,
};

const HTML: Fields = { "Content-Type": "text/html; charset=utf-8" };
const UNSTORED: Fields = { "Cache-Control": "no-store" };
const PERSONAL: Fields = { "Cache-Control": CACHE_NEVER };
const UNLISTED: Fields = { "X-Robots-Tag": "noindex, nofollow, noarchive" };
const OWN: Fields = { "Cross-Origin-Resource-Policy": "same-origin" };
const OPEN: Fields = { "Cross-Origin-Resource-Policy": "cross-origin" };
/** A fixed file name for saved answers, because otherwise the end of the URL would become the name. */
const JSON_NAME: Fields = { "Content-Disposition": 'inline; filename="answer.json"' };
/** The URL of a login's answer contains a code, which no other site must get as referrer. */
const NO_REFERRER: Fields = { "Referrer-Policy": "no-referrer" };
/**
 * Clients of the agents' login open it in a window and wait for its message, which same-origin isolation would block.
 */
const KEEPS_OPENER: Fields = { "Cross-Origin-Opener-Policy": "unsafe-none" };

const PUBLIC: Fields = { "Cache-Control": CACHE_PUBLIC };
const ASSET: Fields = { "Cache-Control": CACHE_IMMUTABLE };
const PAGE: Fields = { ...HTML, "Content-Security-Policy": pagePolicy("") };
const DRAFT: Fields = { ...PERSONAL, ...UNLISTED };
const SIGN_IN: Fields = { ...UNSTORED, ...NO_REFERRER };

/** Additional headers by kind of answer. Pages also set a policy, and downloads a file name. */
const KINDS = {
  page: { ...PAGE, ...PUBLIC },
  /** A form's page, rendered for one visitor. */
  visitorPage: { ...PAGE, ...UNSTORED, "X-Robots-Tag": "noindex" },
  /** A file of a release. The end of its URL is its name. */
  publishedFile: PUBLIC,
  asset: ASSET,
  /** A plugin's frame. Its own policy gives it an opaque origin. */
  frame: {
    ...HTML,
    ...PUBLIC,
    ...NO_REFERRER,
    "X-Frame-Options": "SAMEORIGIN",
    "X-DNS-Prefetch-Control": "off",
    "X-Robots-Tag": "noindex",
  },
  redirect: PUBLIC,
  /** A page for readers, and the pages of their accounts. With a stricter referrer policy, forms would have no origin. */
  readersPage: { ...PAGE, ...DRAFT, "Referrer-Policy": "same-origin" },
  /** The feed of one reader. Its address is a secret. */
  readersFeed: { "Content-Type": "application/atom+xml; charset=utf-8", ...DRAFT, ...OWN, ...NO_REFERRER },
  draftPage: { ...PAGE, ...DRAFT },
  /** A draft page in a frame of the editor, which has the same origin. */
  framedDraftPage: {
    ...HTML,
    ...DRAFT,
    "X-Frame-Options": "SAMEORIGIN",
    "Content-Security-Policy": pagePolicy("", "self"),
  },
  draftFile: DRAFT,
  draftRedirect: DRAFT,
  media: { ...OPEN, "Content-Security-Policy": MEDIA_POLICY, "Accept-Ranges": "bytes" },
  /** A file for readers, which no other site shows. */
  readersMedia: { ...DRAFT, ...OWN, "Content-Security-Policy": MEDIA_POLICY, "Accept-Ranges": "bytes" },

  text: { ...UNSTORED, "Content-Type": "text/plain; charset=utf-8" },
  /** A redirect to the canonical spelling of a URL. */
  respelt: {},
  elsewhere: UNSTORED,
  noSuchPart: UNSTORED,
  json: { ...UNSTORED, ...OWN, ...JSON_NAME, "Content-Type": "application/json" },
  problem: { ...UNSTORED, ...OWN, ...JSON_NAME, "Content-Type": "application/problem+json" },
  /** A download for one person, which browsers do not display. */
  download: { ...PERSONAL, ...OWN },
  editorPage: { ...HTML, ...PERSONAL, ...UNLISTED, ...OWN },
  /** The page of an invitation. With a stricter referrer policy, browsers would send the form without an origin. */
  joinPage: { ...HTML, ...PERSONAL, ...UNLISTED, ...OWN, "Referrer-Policy": "same-origin" },
  editorAsset: { ...ASSET, ...OWN },
  /**
   * No sandbox here: a sandboxed page has an opaque origin, its links count as cross-site, and a login cannot begin
   * with such a request.
   */
  loginPage: { ...HTML, ...SIGN_IN },
  /** With a stricter referrer policy, browsers would send the form without an origin. */
  loginQuestion: { ...HTML, ...UNSTORED, "Referrer-Policy": "same-origin" },
  loginStep: SIGN_IN,

  agentAnswer: { ...UNSTORED, ...OPEN, ...JSON_NAME },
  /** A server's metadata, equal for all clients and cacheable. */
  agentDescription: { ...OPEN, ...JSON_NAME },
  agentLoginPage: {
    ...HTML,
    ...UNSTORED,
    ...KEEPS_OPENER,
    "Referrer-Policy": "same-origin",
    "Content-Security-Policy": formPolicy("'none'"),
  },
  agentLoginStep: { ...SIGN_IN, ...KEEPS_OPENER },
} as const satisfies Readonly<Record<string, Fields>>;

export type AnswerKind = keyof typeof KINDS;

/** The headers of every kind of answer. */
export const ANSWER_HEADERS = Object.fromEntries(
  Object.entries(KINDS).map(([kind, headers]) => [kind, Object.freeze({ ...EVERY, ...headers })]),
) as Readonly<Record<AnswerKind, Fields>>;
