/**
 * The deployment descriptor: which resources of the operator's account a deployment uses. It holds no secret, so it
 * may be shown and compared; it stays out of version control because it names an account's resources.
 */
import { KEY_AUDIENCES, SIGNED_AUDIENCES } from "../../../platform/tenants/grant.ts";
import * as z from "zod/mini";
import { isHost } from "../../../../manifests/shapes/host.ts";
import { issuesFromZod } from "../../../../manifests/refusals/issues.ts";
import { encodePointer } from "../../../../manifests/refusals/pointer.ts";
import type { Issue } from "../../../../manifests/refusals/refusal.ts";
import { exactly, titled } from "../../../../manifests/shapes/shape.ts";
import { parseStrictJson } from "../../../../manifests/json/strictJson.ts";
import { accepted, refused, type Result } from "../../../../manifests/result.ts";
import { readTrustKey } from "../../../../manifests/trust/trustKey.ts";
import { variablesShape } from "./descriptorVariables.ts";
import { secretLookIssues } from "./secretLooks.ts";

export const DESCRIPTOR_VERSION = 1;
export const DESCRIPTOR_MAX_BYTES = 64 * 1024;
const TRUST_KEYS_MAX = 100;
/** Two signers (the dispatcher and the worker for members' agents), and two keys each during a rotation. */
const DISPATCH_KEYS_MAX = 4;

/** A placeholder is a valid resource name, so only its prefix tells that the operator has not replaced it. */
const UNDECIDED = /^(replace|pending)-/;

const matching = (pattern: RegExp, says: string) =>
  z.string().check(
    z.regex(pattern, { error: says, abort: true }),
    z.refine((text) => !UNDECIDED.test(text), says),
  );
const accordingTo = (holds: (text: string) => boolean, says: string) => z.string().check(z.refine(holds, says));

const databaseName = matching(/^[a-z0-9][a-z0-9_-]{0,63}$/i, 'the name of a D1 database, such as "drawbridge"');
const databaseId = matching(
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  'the UUID of the D1 database, such as "8f14e45f-ceea-4e7a-9c2b-3d1f0a6b5c4d" (wrangler d1 list)',
);
const namespaceId = matching(
  /^[0-9a-f]{32}$/,
  '32 hexadecimal digits, such as "0f2ac74b498b48028cb68387c421e279" (wrangler kv namespace list)',
);
const accountId = matching(/^[0-9a-f]{32}$/, "the account's 32 hexadecimal digits (wrangler whoami)");
const bucket = matching(
  /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/,
  'the name of an R2 bucket, such as "drawbridge-media": 3 to 63 lower-case letters, digits and hyphens',
);
const queue = matching(
  /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/,
  'the name of a queue, such as "drawbridge-publish": up to 63 lower-case letters, digits and hyphens',
);
const clientId = matching(/^[\x21-\x7e]{1,200}$/, 'the public client id of an application, such as "drawbridge-site"');
const dataset = matching(
  /^[A-Za-z_][A-Za-z0-9_]{0,63}$/,
  'the name of an Analytics Engine dataset, such as "drawbridge_records"',
);

const publicUrl = (text: string): URL | undefined => {
  const url = URL.parse(text) ?? undefined;
  const isPlain = url?.protocol === "https:" && url.username === "" && url.password === "" && !text.includes("#");
  return isPlain && isHost(url.hostname) && !text.includes("*") ? url : undefined;
};

const issuer = accordingTo(
  (text) => publicUrl(text)?.search === "" && !text.includes("?"),
  'an https address of a public host without query and fragment, such as "https://login.example.com"',
);
const endpoint = accordingTo(
  (text) => publicUrl(text) !== undefined,
  'an https address of a public host without credentials and fragment, such as "https://login.example.com/oauth/token"',
);
const origin = accordingTo(
  (text) => publicUrl(text)?.origin === text && URL.parse(text)?.port === "",
  'an https origin alone, such as "https://www.example.com": no port, path, query, fragment, credentials or wildcard',
);
const mediaBase = accordingTo(
  (text) => text.endsWith("/media") && publicUrl(text)?.search === "",
  'an https address under siteOrigin that ends in /media, such as "https://www.example.com/media"',
);

/** Unknown members are refused, so a private key, which has the member `d`, never passes. */
const dispatchKey = exactly({
  kty: titled(z.literal("OKP"), "Type", "OKP."),
  crv: titled(z.literal("Ed25519"), "Curve", "Ed25519."),
  x: titled(matching(/^[\w-]{43}$/, "43 characters of base64url"), "Public key", "The public key."),
  kid: titled(matching(/^[\w-]{1,64}$/, "an id of up to 64 letters, digits, _ and -"), "Id", "Id of the key."),
  [KEY_AUDIENCES]: titled(
    z.array(z.enum(SIGNED_AUDIENCES.dispatcher)).check(
      z.minLength(1),
      z.refine((all) => new Set(all).size === all.length, "each audience once"),
    ),
    "Audiences",
    'Audiences that the key signs grants for: all three for the dispatcher, "private" for the members\' MCP worker.',
  ),
});

const shape = exactly({
  $schema: titled(z.exactOptional(z.string()), "Schema", "Address of this schema, for code editors."),
  schemaVersion: titled(z.literal(DESCRIPTOR_VERSION), "Version", "Version of this file format: 1."),
  d1: exactly({
    databaseName: titled(databaseName, "Database name", "Name of the control plane's D1 database."),
    databaseId: titled(databaseId, "Database id", "UUID of that database."),
  }),
  kv: exactly({
    publicContentId: titled(namespaceId, "Public content", "Id of the KV namespace for published content."),
    oauthId: titled(namespaceId, "OAuth", "Id of the KV namespace for registered OAuth clients."),
    authStateId: titled(namespaceId, "Logins under way", "Id of the KV namespace for logins that agents have started."),
  }),
  r2: exactly({
    mediaBucket: titled(bucket, "Media", "Name of the R2 bucket for media."),
    backupsBucket: titled(bucket, "Backups", "Name of the R2 bucket for backups."),
  }),
  queues: exactly({
    publish: titled(queue, "Publications", "Name of the queue for publications."),
    deadLetter: titled(queue, "Dead letters", "Name of the dead-letter queue."),
  }),
  oauth: exactly({
    issuer: titled(issuer, "Issuer", "Issuer of the identity provider that members log in with."),
    authorizationEndpoint: titled(endpoint, "Authorization", "The provider's authorization endpoint."),
    tokenEndpoint: titled(endpoint, "Token", "The provider's token endpoint."),
    userinfoEndpoint: titled(endpoint, "UserInfo", "The provider's UserInfo endpoint."),
    siteClientId: titled(clientId, "Site's client id", "Public client id of the site's application."),
    privateMcpClientId: titled(clientId, "Private MCP client id", "Public client id of the private MCP application."),
  }),
  hosting: titled(
    z.exactOptional(
      exactly({
        accountId: titled(accountId, "Account", "Id of the account."),
        releasesBucket: titled(bucket, "Releases", "Name of the R2 bucket for release artifacts."),
        archivesBucket: titled(bucket, "Archives", "Name of the R2 bucket for exports and receipts."),
        dispatchKeys: titled(
          z.array(dispatchKey).check(z.minLength(1), z.maxLength(DISPATCH_KEYS_MAX)),
          "Dispatch keys",
          "Public halves of every DISPATCH_SIGNING_KEY.",
        ),
      }),
    ),
    "Hosting",
    "Settings for one worker per tenant. Without them, no deployer can be prepared.",
  ),
  siteOrigin: titled(origin, "Site", "Origin of the first site."),
  privateMcpOrigin: titled(origin, "Private MCP", "Origin of the MCP server of members."),
  publicMcpOrigin: titled(
    z.exactOptional(origin),
    "Public MCP",
    "Origin of the public MCP server. Without it, the server has no route.",
  ),
  mediaPublicBaseUrl: titled(mediaBase, "Media address", "The path of media, under the site's origin."),
  pluginTrustKeys: titled(
    z.array(z.record(z.string(), z.unknown())).check(z.maxLength(TRUST_KEYS_MAX)),
    "Trust keys",
    "Public keys (JWKs), as `svc plugin keygen` prints them. Plugins that these keys signed can be installed. May be empty.",
  ),
  analyticsEngineDataset: titled(
    z.exactOptional(dataset),
    "Analytics",
    "Analytics Engine dataset for operational records. Without it, there is no such binding.",
  ),
  visitsDataset: titled(
    z.exactOptional(dataset),
    "Visits",
    "Analytics Engine dataset that gets the numbers of visits, too. Without it, the workspaces alone have them.",
  ),
  variables: titled(
    z.exactOptional(variablesShape(endpoint)),
    "Variables",
    "Other settings of workers. A setting that is left out has the worker's default.",
  ),
});

export type Descriptor = z.infer<typeof shape>;

/** The JSON Schema (2020-12) of the descriptor, for editors. */
export const descriptorSchema = (): Record<string, unknown> => ({
  ...z.toJSONSchema(shape, { unrepresentable: "any" }),
  title: "Drawbridge deployment descriptor",
  description: "The account resources that a deployment uses. It never contains a secret.",
});

/** Pairs of members that must differ, and the allowed value of the second. */
const DISTINCT: readonly (readonly [first: readonly string[], second: readonly string[], says: string])[] = [
  [["kv", "publicContentId"], ["kv", "oauthId"], "another namespace than kv.publicContentId"],
  [["kv", "publicContentId"], ["kv", "authStateId"], "another namespace than kv.publicContentId"],
  [["kv", "oauthId"], ["kv", "authStateId"], "another namespace than kv.oauthId"],
  [["r2", "mediaBucket"], ["r2", "backupsBucket"], "another bucket than r2.mediaBucket: visitors can read that bucket"],
  [["hosting", "releasesBucket"], ["hosting", "archivesBucket"], "another bucket than hosting.releasesBucket"],
  [
    ["r2", "mediaBucket"],
    ["hosting", "releasesBucket"],
    "another bucket than r2.mediaBucket: visitors can read that bucket",
  ],
  [
    ["r2", "mediaBucket"],
    ["hosting", "archivesBucket"],
    "another bucket than r2.mediaBucket: visitors can read that bucket",
  ],
  [["queues", "publish"], ["queues", "deadLetter"], "another queue than queues.publish"],
  [["oauth", "siteClientId"], ["oauth", "privateMcpClientId"], "another application than oauth.siteClientId"],
  [["siteOrigin"], ["privateMcpOrigin"], "another origin than siteOrigin"],
  [["siteOrigin"], ["publicMcpOrigin"], "another origin than siteOrigin"],
  [["privateMcpOrigin"], ["publicMcpOrigin"], "another origin than privateMcpOrigin"],
];

const at = (descriptor: Descriptor, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], descriptor);

const distinctIssues = (descriptor: Descriptor): Issue[] =>
  DISTINCT.filter(
    ([first, second]) => at(descriptor, second) !== undefined && at(descriptor, first) === at(descriptor, second),
  ).map(([, second, allowed]) => ({
    pointer: encodePointer(second),
    found: `the text ${JSON.stringify(at(descriptor, second))}`,
    allowed,
  }));

function mediaIssues({ siteOrigin, mediaPublicBaseUrl }: Descriptor): Issue[] {
  if (URL.parse(mediaPublicBaseUrl)?.origin === siteOrigin) return [];
  const allowed = `an address under siteOrigin, such as ${JSON.stringify(`${siteOrigin}/media`)}`;
  return [{ pointer: "/mediaPublicBaseUrl", found: `the text ${JSON.stringify(mediaPublicBaseUrl)}`, allowed }];
}

async function trustIssues({ pluginTrustKeys }: Descriptor): Promise<Issue[]> {
  const read = await Promise.all(pluginTrustKeys.map(readTrustKey));
  const kids = read.map((key) => (key.ok ? key.value.kid : undefined));
  return read.flatMap((key, index) => {
    const pointer = `/pluginTrustKeys/${index}`;
    if (!key.ok) return key.error.map((issue) => ({ ...issue, pointer: pointer + issue.pointer }));
    // A deployment would ignore both entries, because one of them may be meant as a revocation.
    const isFirst = kids.indexOf(key.value.kid) === index;
    return isFirst ? [] : [{ pointer, found: `the key ${key.value.kid} again`, allowed: "each key once" }];
  });
}

/** Reads a descriptor's text. No refusal quotes a value that looks like a secret. */
export async function readDescriptor(text: string): Promise<Result<Descriptor, readonly Issue[]>> {
  const parsed = parseStrictJson(text);
  if (!parsed.ok) return refused([parsed.error.issue]);
  const secrets = secretLookIssues(parsed.value);
  if (secrets.length > 0) return refused(secrets);
  const shaped = shape.safeParse(parsed.value);
  if (!shaped.success) return refused(issuesFromZod(shaped.error, parsed.value));
  const issues = [...distinctIssues(shaped.data), ...mediaIssues(shaped.data), ...(await trustIssues(shaped.data))];
  return issues.length > 0 ? refused(issues) : accepted(shaped.data);
}
