/** Asks a site of this machine for a pasted invitation. */
import { requestLocal } from "../process/request.ts";

/** Blanks that a mail program may have put between any two characters. */
const BLANKS = String.raw`\s*`;
const spread = (fixed: string): string => [...fixed].join(BLANKS);

/**
 * A site's invitation link, as its owner sends it, perhaps broken over lines. Words may follow it after a blank, and
 * its secret ends by its length.
 */
const LINK = new RegExp(
  [
    `(${spread("http")}(?:${BLANKS}s)?)`,
    spread("://"),
    String.raw`((?:[a-z0-9.-]\s*)+(?::(?:\s*\d){1,5})?)`,
    spread("/_editor/join#"),
    String.raw`([\w-](?:\s*[\w-]){42})(?![\w-])`,
  ].join(BLANKS),
  "i",
);

/** The scheme, authority and secret of a link in a text. */
const linkIn = (text: string): readonly string[] =>
  LINK.exec(text)
    ?.slice(1)
    .map((part) => part.replaceAll(/\s/g, "")) ?? [];

/**
 * Answers the secret of an invitation that is open now. Opens it at its site as the person's browser does, which uses
 * nothing up. `inner` is the workers' port: the site then counts the person's own network address, and not this
 * machine's.
 */
export async function openSiteInvitation(inner: number, text: string, client: string): Promise<string | undefined> {
  const [scheme = "", authority = "", secret = ""] = linkIn(text);
  if (secret === "") return undefined;
  const { status, headers } = await requestLocal({
    port: inner,
    host: authority,
    authority,
    path: "/_editor/join",
    method: "POST",
    headers: {
      origin: `${scheme.toLowerCase()}://${authority}`,
      "content-type": "application/x-www-form-urlencoded",
      "cf-connecting-ip": client,
      ...(scheme === "https" && { "x-forwarded-proto": "https" }),
    },
    body: new URLSearchParams({ do: "open", invitation: secret }).toString(),
  });
  const isOpen = status === 303 && (headers["set-cookie"] ?? []).some((cookie) => cookie.includes("svc_joining="));
  return isOpen ? secret : undefined;
}
