/**
 * The shape of public origins, proxies and the identity provider, without secrets. `svc.jsonc` has it as a member, and
 * `npm start` reads it from a file.
 */
import * as z from "zod/mini";
import { CERTIFICATES_MAX, ORIGINS_MAX, TRUSTED_PROXIES_MAX } from "../../../manifests/bounds/operators.ts";
import { exactly, titled } from "../../../manifests/shapes/shape.ts";
import { isMailAddress } from "../../../runtime/forms/mailAddress.ts";
import { isLocalHostname } from "../../../manifests/shapes/localHostname.ts";
import { PROOF_SHAPES } from "../../platform/login/proofShapes.ts";

const text = z.string().check(z.minLength(1), z.maxLength(2_048));
const matching = (pattern: RegExp, says: string) => z.string().check(z.regex(pattern, says));

/** Plain http is only allowed if the provider runs on this machine. */
function isEndpoint(address: string): boolean {
  const url = URL.parse(address);
  if (!url || url.username !== "" || url.password !== "" || address.includes("#")) return false;
  const isHere = isLocalHostname(url.hostname) || url.hostname === "127.0.0.1";
  return url.protocol === "https:" || (url.protocol === "http:" && isHere);
}

const endpoint = z
  .string()
  .check(
    z.refine(isEndpoint, "an https address without credentials and fragment, such as https://login.example.com/token"),
  );
const issuer = endpoint.check(
  z.refine((address) => !address.includes("?"), "an https address without query"),
  // `identity.localhost` is the local provider with invented people, which anybody can log in as.
  z.refine(
    (address) => URL.parse(address)?.hostname !== "identity.localhost",
    "an identity provider other than the local one",
  ),
);
const clientId = matching(/^[\x21-\x7e]{1,200}$/, "the public client id of an application, such as drawbridge-site");

export const identityShape = exactly({
  issuer: titled(issuer, "Issuer", "Issuer of the identity provider that members log in with."),
  authorizationEndpoint: titled(endpoint, "Authorization", "The provider's authorization endpoint."),
  tokenEndpoint: titled(endpoint, "Token", "The provider's token endpoint."),
  userinfoEndpoint: titled(endpoint, "UserInfo", "The provider's UserInfo endpoint."),
  jwksUri: titled(
    z.exactOptional(endpoint),
    "Keys",
    "Address of the provider's keys (JWKS). Default: the address in the provider's metadata.",
  ),
  siteClientId: titled(clientId, "Site's client id", "Public client id of the site's application."),
  privateMcpClientId: titled(
    z.exactOptional(clientId),
    "Private MCP client id",
    "Public client id of the application of members' agents. Only with privateMcpOrigin.",
  ),
  maxAge: titled(
    z.exactOptional(matching(PROOF_SHAPES.OIDC_MAX_AGE, 'whole seconds as text, such as "3600"')),
    "Age of logins",
    "Maximum time since a person logged in at the provider.",
  ),
  acrValues: titled(
    z.exactOptional(
      matching(PROOF_SHAPES.OIDC_ACR_VALUES, 'ways to log in with one space between them, such as "mfa phr"'),
    ),
    "Ways to log in",
    "Accepted ways to log in (acr). A person must have used one of them.",
  ),
  secrets: titled(
    z.exactOptional(text),
    "Secrets",
    "File of mode 600 with SITE_CLIENT_SECRET and AGENTS_CLIENT_SECRET. Default: the environment variables have them.",
  ),
  ca: titled(
    z.exactOptional(text),
    "Authority",
    "File with the certificates of a private authority that the provider's certificate comes from (PEM).",
  ),
});

export type IdentityFile = z.infer<typeof identityShape>;

const mailHost = matching(/^(?!-)[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})*$/, "a hostname, such as smtp.example.com");

export const smtpShape = exactly({
  host: titled(mailHost, "Mail server", "The mail server that takes the letters (SMTP). TLS is always demanded."),
  port: titled(
    z.exactOptional(z.union([z.literal(465), z.literal(587)])),
    "Port",
    "465: TLS from the start. 587: STARTTLS. Default: 465.",
  ),
  user: titled(
    z.exactOptional(text),
    "User",
    "The user at the mail server. The environment variable SVC_SMTP_PASSWORD has the password.",
  ),
  from: titled(
    z.string().check(z.refine(isMailAddress, "one mail address, such as site@example.com")),
    "Sender",
    "The sender's address of every letter.",
  ),
  ca: titled(z.exactOptional(text), "Authority", "File with the certificates of a private authority (PEM)."),
});

export type SmtpFile = z.infer<typeof smtpShape>;

const acmeShape = exactly({
  email: titled(
    z.string().check(z.refine(isMailAddress, "one mail address, such as site@example.com")),
    "Address",
    "The authority writes to this address about its certificates.",
  ),
  agreed: titled(
    z.literal(true, "true, once you have read the terms of the authority"),
    "Agreed",
    "True says that you agree to the terms of the authority.",
  ),
  directory: titled(
    z.exactOptional(endpoint),
    "Directory",
    "Address of the authority's directory. Default: Let's Encrypt.",
  ),
  ca: titled(z.exactOptional(text), "Authority", "File with the certificates of a private authority (PEM)."),
});

export const tlsShape = exactly({
  listen: titled(text, "Listen", "Address and port for https, such as 0.0.0.0:443."),
  certificates: titled(
    z.exactOptional(
      z
        .array(
          exactly({
            certificate: titled(text, "Certificate", "File with the certificate and its chain (PEM)."),
            key: titled(text, "Key", "File of mode 600 with the private key (PEM)."),
          }),
        )
        .check(z.minLength(1), z.maxLength(CERTIFICATES_MAX)),
    ),
    "Certificates",
    "The certificates of the served names. A changed file is read again within a minute.",
  ),
  acme: titled(
    z.exactOptional(acmeShape),
    "Authority",
    "Gets certificates of an authority by itself (ACME, http-01). Plain http must be reachable at port 80.",
  ),
  challenges: titled(
    z.exactOptional(text),
    "Challenges",
    "Folder into which a program for certificates puts its proofs (ACME, http-01). Plain http answers them.",
  ),
});

export type TlsFile = z.infer<typeof tlsShape>;

export const servingShape = exactly({
  listen: titled(z.exactOptional(text), "Listen", "Address and port to listen on, such as 127.0.0.1:8787."),
  origins: titled(
    z.exactOptional(z.array(text).check(z.maxLength(ORIGINS_MAX))),
    "Origins",
    "Origins of sites, such as https://www.example.com, or files with one origin per line.",
  ),
  publicMcpOrigin: titled(z.exactOptional(text), "Public MCP", "Origin of the public MCP server."),
  privateMcpOrigin: titled(z.exactOptional(text), "Private MCP", "Origin of the MCP server of members."),
  trustedProxies: titled(
    z.exactOptional(z.array(text).check(z.maxLength(TRUSTED_PROXIES_MAX))),
    "Trusted proxies",
    "Addresses and networks of proxies whose headers about visitors are trusted. Default: none.",
  ),
  clientAddressHeader: titled(
    z.exactOptional(z.enum(["x-forwarded-for", "cf-connecting-ip"])),
    "Client address header",
    "The header in which the trusted proxy sends a visitor's address. Default: x-forwarded-for.",
  ),
  tls: titled(
    z.exactOptional(tlsShape),
    "TLS",
    "Address and certificates for https. Default: a proxy in front of this machine ends TLS.",
  ),
  identity: titled(
    z.exactOptional(identityShape),
    "Identity provider",
    "The identity provider for logins. Default: people have accounts on this machine.",
  ),
  login: titled(
    z.exactOptional(z.boolean()),
    "Accounts",
    "False: this machine has no accounts of its own, so without an identity provider nobody logs in. Default: true.",
  ),
  loginOrigin: titled(
    z.exactOptional(text),
    "Login",
    "Origin at which people with accounts on this machine log in. Default: login. before the first site's name.",
  ),
  smtp: titled(
    z.exactOptional(smtpShape),
    "Mail server",
    "The mail server for letters. Default: letters are listed in the editor, and nobody gets them.",
  ),
});
