/** Asks a site of this machine for a pasted invitation. */
import { requestLocal } from "../process/request.ts";

/** A site's invitation link, as its owner sends it. */
const LINK = /(https?):\/\/([a-z0-9.-]+(?::\d{1,5})?)\/_editor\/join#([A-Za-z0-9_-]{43})(?![A-Za-z0-9_-])/i;

/** A mail program may have broken the link over lines. A whole one is taken first, because words may follow it. */
const linkIn = (text: string): RegExpExecArray | null => LINK.exec(text) ?? LINK.exec(text.replaceAll(/\s/g, ""));

/**
 * Answers the secret of an invitation that is open now. Opens it at its site as the person's browser does, which uses
 * nothing up. `inner` is the workers' port: the site then counts the person's own network address, and not this
 * machine's.
 */
export async function openSiteInvitation(inner: number, text: string, client: string): Promise<string | undefined> {
  const [, scheme = "", authority = "", secret = ""] = linkIn(text) ?? [];
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
