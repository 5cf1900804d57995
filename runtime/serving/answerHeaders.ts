import { PUBLIC_STALE_SECONDS } from "../../manifests/bounds/publicContent.ts";
import { pagePolicy } from "../rendering/pagePolicy.ts";

/** The policy of data: nothing in it may run or load anything, even when a browser opens it as a document. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** The policy of a form's page without script. `action` says where the form may lead, `style` which sheet it has. */
export const formPolicy = (action: string, style?: string): string =>
  `default-src 'none'; ${style === undefined ? "" : `style-src ${style}; `}form-action ${action}; base-uri 'none'; frame-ancestors 'none'`;

/** A drawing brings its own styles; a file of a member may do no more than that. */
const MEDIA_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/** Browsers ask again each time (a 304 is cheap); shared caches may be stale for a stated while, and are purged at publication. */
const CACHE_PUBLIC = `public, max-age=0, s-maxage=${PUBLIC_STALE_SECONDS}, must-revalidate`;

/** The caching of addresses that name their content by digest. */
export const CACHE_IMMUTABLE = "public, max-age=31536000, immutable";

type Fields = Readonly<Record<string, string>>;

/**
 * Sent with every answer of every worker. Browsers ignore Strict-Transport-Security over plain http (RFC 6797 8.1). A
 * worker behind a proxy that ends TLS sees plain http only, so no answer asks how its request came.
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
const PERSONAL: Fields = { "Cache-Control": "private, no-store" };
const UNLISTED: Fields = { "X-Robots-Tag": "noindex, nofollow, noarchive" };
const OWN: Fields = { "Cross-Origin-Resource-Policy": "same-origin" };
const OPEN: Fields = { "Cross-Origin-Resource-Policy": "cross-origin" };
/** The file name of a saved answer, so that the end of the address never becomes it. */
const JSON_NAME: Fields = { "Content-Disposition": 'inline; filename="answer.json"' };
/** The address of a login's answer holds a code: no other site may be told it. */
const UNTOLD: Fields = { "Referrer-Policy": "no-referrer" };
/** Clients of the agents' login open it in a window and wait for it: severed from them it could tell them nothing. */
const OPENED: Fields = { "Cross-Origin-Opener-Policy": "unsafe-none" };

const PUBLIC: Fields = { "Cache-Control": CACHE_PUBLIC };
const ASSET: Fields = { "Cache-Control": CACHE_IMMUTABLE };
const PAGE: Fields = { ...HTML, "Content-Security-Policy": pagePolicy("") };
const DRAFT: Fields = { ...PERSONAL, ...UNLISTED };
const SIGN_IN: Fields = { ...UNSTORED, ...UNTOLD };

/** The further headers of each kind of answer. A page brings its policy, and a file its name. */
const KINDS = {
  page: { ...PAGE, ...PUBLIC },
  /** The page of a form, made for one visitor. */
  visitorPage: { ...PAGE, ...UNSTORED, "X-Robots-Tag": "noindex" },
  /** A file of a release: its address ends in its name. */
  publishedFile: PUBLIC,
  asset: ASSET,
  /** A frame of a plugin brings its policy, which takes the site's origin away. */
  frame: {
    ...HTML,
    ...PUBLIC,
    ...UNTOLD,
    "X-Frame-Options": "SAMEORIGIN",
    "X-DNS-Prefetch-Control": "off",
    "X-Robots-Tag": "noindex",
  },
  redirect: PUBLIC,
  draftPage: { ...PAGE, ...DRAFT },
  /** A draft in a frame of its own origin, which is the editor's. */
  framedDraftPage: {
    ...HTML,
    ...DRAFT,
    "X-Frame-Options": "SAMEORIGIN",
    "Content-Security-Policy": pagePolicy("", "self"),
  },
  draftFile: DRAFT,
  draftRedirect: DRAFT,
  media: { ...OPEN, "Content-Security-Policy": MEDIA_POLICY, "Accept-Ranges": "bytes" },

  text: { ...UNSTORED, "Content-Type": "text/plain; charset=utf-8" },
  /** A redirect to an address's canonical spelling. */
  respelt: {},
  elsewhere: UNSTORED,
  noSuchPart: UNSTORED,
  json: { ...UNSTORED, ...OWN, ...JSON_NAME, "Content-Type": "application/json" },
  problem: { ...UNSTORED, ...OWN, ...JSON_NAME, "Content-Type": "application/problem+json" },
  /** A file for one person, which no browser shows. */
  download: { ...PERSONAL, ...OWN },
  editorPage: { ...HTML, ...PERSONAL, ...UNLISTED, ...OWN },
  /** The page of an invitation. Browsers send no origin with a form of a page that forbids every referrer. */
  joinPage: { ...HTML, ...PERSONAL, ...UNLISTED, ...OWN, "Referrer-Policy": "same-origin" },
  editorAsset: { ...ASSET, ...OWN },
  /**
   * The policy has no sandbox, because a link of a page without an origin counts as another site's, and no login begins
   * with that.
   */
  loginPage: { ...HTML, ...SIGN_IN },
  /** Browsers send no origin with a form of a page that forbids every referrer. */
  loginQuestion: { ...HTML, ...UNSTORED, "Referrer-Policy": "same-origin" },
  loginStep: SIGN_IN,

  agentAnswer: { ...UNSTORED, ...OPEN, ...JSON_NAME },
  /** A server's description of itself, the same for everybody for a while. */
  agentDescription: { ...OPEN, ...JSON_NAME },
  agentLoginPage: {
    ...HTML,
    ...UNSTORED,
    ...OPENED,
    "Referrer-Policy": "same-origin",
    "Content-Security-Policy": formPolicy("'none'"),
  },
  agentLoginStep: { ...SIGN_IN, ...OPENED },
} as const satisfies Readonly<Record<string, Fields>>;

export type AnswerKind = keyof typeof KINDS;

/** The one table of what every answer says to browsers, by its kind. */
export const ANSWER_HEADERS = Object.fromEntries(
  Object.entries(KINDS).map(([kind, headers]) => [kind, Object.freeze({ ...EVERY, ...headers })]),
) as Readonly<Record<AnswerKind, Fields>>;
