/** The methods of a tenant's worker, with their audiences and the arguments that a grant must match. */
import { isServedKey } from "../../../runtime/media/keys.ts";
import type { AgentApi } from "../../../runtime/agents/agentApi.ts";
import type { PluginRouteApi } from "../../../runtime/plugins/calls/routes.ts";
import type { PluginWebhookApi } from "../../../runtime/plugins/webhooks/webhooks.ts";
import type { VisitorsApi } from "../../../runtime/visitorsApi.ts";
import type { EditingApi, WorkspaceApi } from "../../../runtime/workspaceApi.ts";
import type { DispatchAudience } from "./grant.ts";

type Audience = DispatchAudience["kind"];
type Args = readonly unknown[];

export interface TenantMethod {
  readonly audiences: readonly Audience[];
  /** True for a method with effects. Its grant can be used once. */
  readonly once: boolean;
  /** False for a method that needs no shared resources. */
  readonly lends: boolean;
  /** The site in the arguments; null if they name none. */
  readonly site: (args: Args) => unknown;
  /** The member in the arguments; undefined if they name none. */
  readonly member: (args: Args) => unknown;
  /**
   * True if the member's permissions allow the method at all. The caller has already checked the exact permission of a
   * command.
   */
  readonly needs?: (permissions: readonly string[]) => boolean;
  /** True for arguments that visitors may use as well. */
  readonly isPublic?: (args: Args) => boolean;
}

const member = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;

const none = (): null => null;
const nobody = (): undefined => undefined;
const first = ([site]: Args): unknown => site;
const second = ([, site]: Args): unknown => site;

/** The member of an actor: the actor itself, or the member for whom a plugin acts. */
function behind(actor: unknown): unknown {
  if (member(actor, "kind") === "member") return member(actor, "id");
  return member(member(actor, "behalf"), "member") ?? null;
}

const inEnvelope = ([, envelope]: Args): unknown => member(envelope, "site");
const actorInEnvelope = ([, envelope]: Args): unknown => behind(member(envelope, "actor"));
/** Reads for agents name the member of the agent. */
const readerOf = ([, , input]: Args): unknown => member(member(input, "caller"), "id");

const PUBLIC_READS: ReadonlySet<unknown> = new Set([
  "form.token",
  "form.sent",
  "form.confirming",
  "form.leaving",
  "form.link",
  "frame.hosts",
  "share.page",
  "reader.file",
]);

const row = (
  audiences: readonly Audience[],
  once: boolean,
  site: TenantMethod["site"] = none,
  who: TenantMethod["member"] = nobody,
): TenantMethod => ({ audiences, once, lends: true, site, member: who });

/** A method that needs no shared resources. */
const alone = (...given: Parameters<typeof row>): TenantMethod => ({ ...row(...given), lends: false });

const ANYBODY: readonly Audience[] = ["public", "private", "platform"];
const MEMBERS: readonly Audience[] = ["private", "platform"];
const VISITORS: readonly Audience[] = ["public", "platform"];
const OURS: readonly Audience[] = ["platform"];

const inQuestion = ([question]: Args): unknown => member(question, "site") ?? "";

const reads = (permissions: readonly string[]): boolean => permissions.includes("site.read");
const writes = (permissions: readonly string[]): boolean => permissions.some((one) => one !== "site.read");

/** The methods of a workspace of either family. Without a row here, no managed tenant has the method. */
type WorkspaceMethod = keyof (WorkspaceApi & EditingApi & PluginRouteApi & PluginWebhookApi & VisitorsApi & AgentApi);

/** Methods that only a tenant's worker has: its queue's and alarm's, and those that reach its bucket. */
type WorkerMethod =
  | "published"
  | "refresh"
  | "work"
  | "identity"
  | "mediaHead"
  | "mediaGet"
  | "mediaPut"
  | "mediaDelete"
  | "storeList"
  | "storeRead"
  | "storeWrite"
  | "storeEmpty";

const TABLE = {
  published: alone(ANYBODY, false, inQuestion),
  read: { ...row(ANYBODY, false, second, readerOf), needs: reads, isPublic: ([name]) => PUBLIC_READS.has(name) },
  execute: { ...row(MEMBERS, true, inEnvelope, actorInEnvelope), needs: writes },
  rehearse: { ...row(MEMBERS, false, inEnvelope, actorInEnvelope), needs: writes },
  spend: row(MEMBERS, true),
  endMembership: row(MEMBERS, true, first),
  beginUpload: row(MEMBERS, true, first, ([, actor]) => behind(actor)),
  placeUpload: row(MEMBERS, true, first),
  endUpload: row(MEMBERS, true),
  agentTool: row(["private"], true, first, ([, caller]) => member(caller, "id")),
  pluginRoute: row(["public", "private"], true, first, ([, asked]) => {
    const who = member(member(asked, "caller"), "member");
    return who === null ? null : member(who, "id");
  }),
  pluginWebhook: row(["public"], true, first),
  openShareLink: row(VISITORS, true, first),
  leaveRemark: row(VISITORS, true, first),
  readerAct: row(VISITORS, true, first),
  countVisits: row(OURS, true, first),
  submitForm: row(VISITORS, true, first),
  beginFormFiles: row(VISITORS, true, first),
  abandonFormFiles: row(VISITORS, true),
  initialise: row(OURS, true),
  rehearseInitialise: row(OURS, false),
  abandonSite: row(OURS, true, first),
  removeSite: row(OURS, true, first),
  status: row(OURS, false),
  announce: row(OURS, true, first),
  refresh: row(OURS, true, first),
  work: row(OURS, true),
  setHostnames: row(OURS, true, first),
  resealSettings: row(OURS, true),
  setStatus: row(OURS, true),
  trustChanged: row(OURS, true),
  backups: row(OURS, false),
  openArchived: row(OURS, false),
  lackingFiles: row(OURS, false),
  takeArchived: row(OURS, true),
  returnBackup: row(OURS, true),
  restore: row(OURS, true),
  erase: row(OURS, true),
  planRewind: row(OURS, false),
  rewind: row(OURS, true),
  rewound: row(OURS, true),
  identity: alone(OURS, false),
  mediaHead: { ...alone(ANYBODY, false), isPublic: ([key]) => isServed(key) },
  mediaGet: { ...alone(ANYBODY, false), isPublic: ([key]) => isServed(key) },
  mediaPut: { ...alone(ANYBODY, true), isPublic: ([key]) => isHeld(key) },
  mediaDelete: alone(OURS, true),
  storeList: alone(OURS, false),
  storeRead: alone(OURS, false),
  storeWrite: alone(OURS, true),
  storeEmpty: alone(OURS, true),
} as const satisfies Readonly<Record<WorkspaceMethod | WorkerMethod, TenantMethod>>;

/** Keys of visitors' files in quarantine. */
const HELD = /^[a-z0-9-]+\/quarantine\//;
const isServed = (key: unknown): boolean => typeof key === "string" && isServedKey(key);
const isHeld = (key: unknown): boolean => typeof key === "string" && HELD.test(key);

export type TenantMethodName = keyof typeof TABLE;

export const tenantMethod = (name: string): TenantMethod | undefined =>
  Object.hasOwn(TABLE, name) ? TABLE[name as TenantMethodName] : undefined;

/**
 * True if a method may be called in an audience with these arguments. A member in the audience must be the member in
 * the arguments.
 */
export function isFor({ site, audience }: Granted, method: TenantMethod, args: Args): boolean {
  if (!method.audiences.includes(audience.kind)) return false;
  if (audience.kind === "private" && method.needs?.(audience.permissions) === false) return false;
  if (audience.kind === "public" && method.isPublic && !method.isPublic(args)) return false;
  const named = method.site(args);
  if (named !== null && site !== null && named !== site) return false;
  return isWhoItSays(audience, method.member(args));
}

interface Granted {
  readonly site: string | null;
  readonly audience: DispatchAudience;
}

function isWhoItSays(audience: DispatchAudience, who: unknown): boolean {
  if (audience.kind === "platform" || who === undefined) return true;
  return audience.kind === "private" ? who === audience.member : who === null;
}
