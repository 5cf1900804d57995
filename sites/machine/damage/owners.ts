/**
 * The owners of files: the part of the data that a file belongs to, and the consequence of its damage. A file of the
 * state folder has one owner, the first whose pattern fits.
 */
import { objectId } from "../state/objectId.ts";
import type { Loss } from "../state/losses.ts";
import type { DamagedFile } from "../state/soundness.ts";
import { PUBLIC_STORE } from "../state/places.ts";

/** The treatment of a damaged file. */
type Fate =
  /** The start ends, because nothing can be served without the file. */
  | "refused"
  /** The file is set aside, and its content made again. */
  | "remade"
  /** The file is set aside, and what it held is named. */
  | "lost";

interface Owner {
  readonly files: RegExp;
  readonly what: string;
  readonly fate: Fate;
  /** The consequence, one sentence. */
  readonly follows: string;
}

const DATABASE = "[0-9a-f]{64}\\.sqlite$";
const FORMER_INDEX = objectId("miniflare-KVNamespaceObject", PUBLIC_STORE);

export const OWNERS: readonly Owner[] = [
  {
    files: new RegExp(`^v3/d1/[^/]+/${DATABASE}`),
    what: "the control plane",
    fate: "refused",
    follows: "It knows every tenant, site and member, so nothing can be served without it.",
  },
  {
    files: /^people\/people\.sqlite$/,
    what: "the accounts of people",
    fate: "refused",
    follows: "It knows the passkeys of every person, so nobody could log in without it.",
  },
  {
    files: /^v3\/[^/]+\/[^/]+\/metadata\.sqlite$/,
    what: "a list of alarms",
    fate: "remade",
    follows: "The list is made again from the times that the objects keep.",
  },
  {
    files: new RegExp(`^v3/do/[^/]+-TenantWorkspaceDO/${DATABASE}`),
    what: "the workspace",
    fate: "lost",
    follows: "Its sites cannot be shown until it is restored. All other tenants are served.",
  },
  {
    files: new RegExp(`^v3/do/drawbridge-queues-Queue/${DATABASE}`),
    what: "a queue",
    fate: "remade",
    follows: "Workspaces send their waiting publications again. Dead letters that nobody had recorded are lost.",
  },
  {
    files: new RegExp(`^v3/do/drawbridge-plugin-sandbox-PluginArtifactDO/${DATABASE}`),
    what: "the stored code of a plugin",
    fate: "remade",
    follows: "The workspaces that use the plugin give its code to the sandbox again.",
  },
  {
    files: new RegExp(`^v3/do/drawbridge-public-mcp-(?:CallLimit|ChangeNotices)DO/${DATABASE}`),
    what: "a counter of agents' calls",
    fate: "remade",
    follows: "The counter begins again.",
  },
  {
    files: new RegExp(`^v3/r2/[^/]+/${DATABASE}`),
    what: "the index of a bucket",
    fate: "remade",
    follows: "The index is made again from the files in the bucket, by their digests.",
  },
  {
    files: new RegExp(
      `^(?:v3/do/drawbridge-public-store-PublicValues/${DATABASE}|v3/kv/[^/]+/${FORMER_INDEX}\\.sqlite$)`,
    ),
    what: "the public store",
    fate: "remade",
    follows: "Every site copies its publication to the public store again.",
  },
  {
    files: new RegExp(`^v3/kv/[^/]+/${DATABASE}`),
    what: "the logins of members' agents",
    fate: "lost",
    follows: "Members must connect their agents again.",
  },
  {
    files: /^/,
    what: "a file that this release does not know",
    fate: "lost",
    follows: "Nothing that is known uses it.",
  },
];

export const findOwner = (path: string): Owner => {
  const owner = OWNERS.find(({ files }) => files.test(path));
  if (owner === undefined) throw new Error(`No owner fits ${path}.`);
  return owner;
};

/** The tenant of a workspace's file, by the path below the state folder. */
export type TenantOf = (path: string) => string | undefined;

/** Names a damaged file, its owner and its fault. */
export function damageNamed({ path, why }: DamagedFile, tenantOf: TenantOf): string {
  const { what } = findOwner(path);
  const tenant = tenantOf(path);
  return `state/${path} (${tenant === undefined ? what : `${what} of the tenant ${tenant}`}) was damaged: ${why}.`;
}

/** Tells of a damaged file that was set aside. */
export function damageTold({ kept, ...damaged }: DamagedFile & { readonly kept: string }, tenantOf: TenantOf): Loss {
  const { path } = damaged;
  return {
    what: `${damageNamed(damaged, tenantOf)} It is kept as ${kept}. ${findOwner(path).follows}`,
    mend: `To have it back, stop, and restore state/${path} from a backup of the folder.`,
  };
}
