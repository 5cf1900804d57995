import { existsSync } from "node:fs";
import { countOf } from "../../../manifests/refusals/countOf.ts";
import type { DataFolder } from "./dataFolder.ts";
import { type Inventory, type KeptWorkspace, type KnownSite, workspacePlace } from "./inventory.ts";
import { PLACES } from "./places.ts";
import { Problem } from "../process/problem.ts";
import { readSecrets } from "./secrets.ts";

/** A part of the data that existed and is missing now. */
export interface Loss {
  /** The missing part, and the consequence. */
  readonly what: string;
  /** The remedy. */
  readonly mend: string;
}

/**
 * Throws if workspaces exist without a control plane. Only the control plane knows their tenants, so no request would
 * reach them.
 */
export function refuseLostControlPlane({ sites, workspaces }: Inventory, { path }: DataFolder): void {
  const tenants = [...workspaces.values()].filter((one) => one.sites.size > 0).map(({ tenant }) => tenant);
  if (sites.length > 0 || tenants.length === 0) return;
  throw new Problem(
    `The control plane in ${path} is missing or empty, but there are workspaces of ${tenants.toSorted().join(", ")}. ` +
      `Restore state/${PLACES.controlPlane} from a backup of the folder. Nothing was changed.`,
  );
}

/** Throws for data of the other family, whose workspaces belong to workers that this run does not have. */
export function refuseOtherFamily(inventory: Inventory, { path }: DataFolder, isManaged: boolean): void {
  const { sites, hosted } = inventory;
  const ofOtherFamily = sites.filter(({ tenant, isFinished }) => isFinished && hosted.has(tenant) !== isManaged);
  if (ofOtherFamily.length === 0) return;
  throw new Problem(
    isManaged
      ? `The sites in ${path} share one worker. Start without --managed, or choose another folder with --data.`
      : `Each tenant in ${path} has its own worker. Start with --managed, or choose another folder with --data.`,
  );
}

/** Compares the control plane, the workspaces and the bucket. `shipped` are pictures that a start restores. */
export const lossesIn = (inventory: Inventory, shipped: ReadonlySet<string>): Loss[] => [
  ...inventory.sites.filter((known) => isLost(inventory, known)).map((known) => workspaceLost(inventory, known)),
  ...[...inventory.workspaces.values()].flatMap((workspace) => unknownSites(workspace, inventory.sites)),
  ...[...inventory.workspaces.values()].flatMap((workspace) => filesLost(workspace, inventory.objects, shipped)),
  ...[...inventory.workspaces.values()].flatMap((workspace) => heldLost(workspace, inventory.objects)),
];

/** True for a site in the control plane whose workspace lacks it. */
export function isLost({ workspaces }: Inventory, { tenant, site, isFinished }: KnownSite): boolean {
  const workspace = workspaces.get(tenant);
  return isFinished && workspace?.isErased !== true && workspace?.sites.has(site) !== true;
}

const workspaceLost = (inventory: Inventory, { tenant, site }: KnownSite): Loss => ({
  what: `The workspace of the tenant ${tenant} does not hold its site ${site}: its file is missing, empty or set aside. The site cannot be shown, and no empty site is created in its place.`,
  mend: `Stop, and restore state/${workspacePlace(inventory, tenant)} from a backup of the folder, or restore an archive with POST /api/admin/tenants/${tenant}/restore.`,
});

const unknownSites = ({ tenant, sites }: KeptWorkspace, known: readonly KnownSite[]): Loss[] =>
  [...sites]
    .filter((site) => !known.some((one) => one.tenant === tenant && one.site === site))
    .map((site) => ({
      what: `The control plane does not know the site ${site}, which the workspace of the tenant ${tenant} holds. Nobody can reach the site.`,
      mend: `Stop, and restore state/${PLACES.controlPlane} from a backup of the folder.`,
    }));

function filesLost(
  { tenant, files }: KeptWorkspace,
  objects: ReadonlySet<string>,
  shipped: ReadonlySet<string>,
): Loss[] {
  const uploaded = files.filter(({ key }) => !shipped.has(key));
  const missing = uploaded.filter(({ key }) => !objects.has(key));
  if (missing.length === 0) return [];
  return [
    {
      what: `The bucket lacks ${missing.length} of the ${countOf(uploaded.length, "file")} that members of the tenant ${tenant} uploaded: ${listed(missing.map(({ key }) => key))}. Pages show gaps instead.`,
      mend: `Stop, and restore state/${PLACES.buckets} from a backup of the folder, or upload the files again.`,
    },
  ];
}

function heldLost({ tenant, held }: KeptWorkspace, objects: ReadonlySet<string>): Loss[] {
  const missing = held.filter(({ key }) => !objects.has(key)).length;
  if (missing === 0) return [];
  return [
    {
      what: `The bucket lacks ${missing} of the ${countOf(held.length, "file")} that visitors of the tenant ${tenant} sent with forms.`,
      mend: `Stop, and restore state/${PLACES.buckets} from a backup of the folder.`,
    },
  ];
}

const NAMED_MAX = 5;

/** The first keys of a list, and how many follow. */
const listed = (keys: readonly string[]): string =>
  keys.length <= NAMED_MAX
    ? keys.join(", ")
    : `${keys.slice(0, NAMED_MAX).join(", ")} and ${keys.length - NAMED_MAX} more`;

/** The consequence of replacing a lost secret. */
const FOLLOWS: Readonly<Record<string, string>> = {
  SESSION_SECRET: "everybody must log in again",
  PROVISIONING_SECRET: "the operator's programs need the new secret",
};
const UNSEALED = "secrets in plugin settings cannot be decrypted and must be set again";

/** Lost secrets of a folder with sites. Call it before new secrets are made. */
export function lostSecrets({ secrets, signingKey }: DataFolder, { sites, hosted }: Inventory): Loss[] {
  if (sites.length === 0) return [];
  const kept = readSecrets(secrets);
  const sealing = hosted.size > 0 ? "TENANT_SEALING_SECRET" : "PLUGIN_SETTINGS_SECRET";
  const made = Object.entries({ ...FOLLOWS, [sealing]: UNSEALED }).filter(([name]) => kept[name] === undefined);
  return [
    ...made.map(([name, follows]) => secretLost(secrets, name, follows)),
    ...(existsSync(signingKey) ? [] : [keyLost(signingKey)]),
  ];
}

const secretLost = (file: string, name: string, follows: string): Loss => ({
  what: `${name} was missing in ${file}, so a new one was made: ${follows}.`,
  mend: "Stop, and restore the old file from a backup of the folder.",
});

const keyLost = (file: string): Loss => ({
  what: `There was no ${file}, so a new key was made. Plugins that the old key signed are skipped as untrusted.`,
  mend: "Stop, and restore the old file from a backup of the folder, or install those plugins again.",
});
