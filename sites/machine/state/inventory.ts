import { existsSync } from "node:fs";
import { basename, join, relative } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { TENANT_CLASS, TENANT_OBJECT } from "../../platform/tenants/bindings.ts";
import type { TenantStatus } from "../../../runtime/tenancy/tenant.ts";
import type { DataFolder } from "./dataFolder.ts";
import { type ReadDatabase, databasesIn, readDatabase, rowsOfDatabase } from "./databases.ts";
import { blobsNamedIn, blobsOf, bucketsIn, indexOf, sizesIn } from "./buckets.ts";
import { objectId } from "./objectId.ts";
import { PLACES } from "./places.ts";

/** A site in the control plane. */
export interface KnownSite {
  readonly tenant: string;
  readonly site: string;
  readonly status: TenantStatus;
  /** True once its provisioning is complete, so that its workspace must have it. */
  readonly isFinished: boolean;
}

/** A file that members uploaded, as the workspace names it. */
export interface KeptFile {
  /** The bucket's key, without the part of a tenant's own bucket. */
  readonly key: string;
  /** SHA-256 of its bytes, in hexadecimal. */
  readonly digest: string;
  readonly type: string;
}

/** The content of a tenant's workspace. */
export interface KeptWorkspace {
  readonly tenant: string;
  readonly sites: ReadonlySet<string>;
  /** True if one of its sites was ever published, so that its queue has existed. */
  readonly isPublished: boolean;
  /** The files in its media library. */
  readonly files: readonly KeptFile[];
  /** Files that visitors sent, and that wait for a decision. */
  readonly held: readonly KeptFile[];
  /** The last schema step that it has run. */
  readonly step: number;
  /** True if an operator erased it. */
  readonly isErased: boolean;
}

/** The actual content of a data folder, read from its databases while no worker runs. */
export interface Inventory {
  readonly migrations: ReadonlySet<string>;
  readonly sites: readonly KnownSite[];
  readonly workspaces: ReadonlyMap<string, KeptWorkspace>;
  /** Bucket keys of the objects whose bytes exist. */
  readonly objects: ReadonlySet<string>;
  /** Issuers of the people whom the control plane knows. */
  readonly issuers: ReadonlySet<string>;
  /** Names of tenants' own workers, by tenant. */
  readonly hosted: ReadonlyMap<string, string>;
}

/** The folder of a tenant's workspace: its own worker's, or the common one. */
export const workspacePlace = ({ hosted }: Pick<Inventory, "hosted">, tenant: string): string =>
  placeOf(hosted.get(tenant));

/** The tenant of a workspace's file, by the file's path below the state folder. */
export function tenantOfFile({ sites, hosted }: Pick<Inventory, "sites" | "hosted">, path: string): string | undefined {
  return sites.find(({ tenant }) => workspaceFile(hosted.get(tenant), tenant) === path)?.tenant;
}

const placeOf = (worker: string | undefined): string =>
  worker === undefined ? PLACES.workspaces : `v3/do/${worker}-${TENANT_CLASS}`;

/** Reads the content of a data folder. Hold the lock, because workers write to these databases. */
export function takeInventory({ state }: DataFolder, reading: ReadDatabase = readDatabase): Inventory {
  const controlPlane = databasesIn(join(state, PLACES.controlPlane));
  const rows = controlPlane.flatMap((path) => reading(path, hostedOf));
  const hosted = new Map(rows.map(({ tenant, worker }) => [tenant, worker]));
  // A tenant that is not ready is being deployed or was removed, so its sites are not expected.
  const waiting = new Set(rows.filter(({ ready }) => ready === null).map(({ tenant }) => tenant));
  const sites = controlPlane
    .flatMap((path) => reading(path, sitesOf))
    .map((one) => ({ ...one, isFinished: one.isFinished && !waiting.has(one.tenant) }));
  const known = new Map(sites.map(({ tenant }) => [workspaceFile(hosted.get(tenant), tenant), tenant]));
  const places = new Set([PLACES.workspaces, ...[...hosted.values()].map(placeOf)]);
  return {
    migrations: new Set(controlPlane.flatMap((path) => reading(path, migrationsOf))),
    sites,
    workspaces: new Map(
      [...places]
        .flatMap((place) => databasesIn(join(state, place)))
        .flatMap((path) => reading(path, (database) => workspaceOf(database, known.get(relative(state, path)))))
        .map((one) => [one.tenant, one]),
    ),
    issuers: new Set(controlPlane.flatMap((path) => reading(path, issuersOf))),
    objects: new Set(objectsIn(state, reading).flatMap((key) => [key, key.replace(MEDIA_PART, "")])),
    hosted,
  };
}

const migrationsOf = (database: DatabaseSync): string[] =>
  rowsOfDatabase<{ name: string }>(database, "d1_migrations", "SELECT name FROM d1_migrations").map(({ name }) => name);

const issuersOf = (database: DatabaseSync): string[] =>
  rowsOfDatabase<{ issuer: string }>(database, "identities", "SELECT DISTINCT issuer FROM identities").map(
    ({ issuer }) => issuer,
  );

const SITES = `SELECT sites.tenant_id AS tenant, sites.id AS site, tenants.status, sites.initialised_at AS finished
  FROM sites JOIN tenants ON tenants.id = sites.tenant_id`;

const sitesOf = (database: DatabaseSync): KnownSite[] =>
  rowsOfDatabase<{ tenant: string; site: string; status: TenantStatus; finished: number | null }>(
    database,
    "sites",
    SITES,
  ).map(({ tenant, site, status, finished }) => ({ tenant, site, status, isFinished: finished !== null }));

/** Members' files, in a bucket that belongs to one tenant. */
const MEDIA_PART = /^media\//;

interface HostedRow {
  readonly tenant: string;
  readonly worker: string;
  readonly ready: number | null;
}

const hostedOf = (database: DatabaseSync): HostedRow[] =>
  rowsOfDatabase<HostedRow>(
    database,
    "tenant_workers",
    "SELECT tenant_id AS tenant, worker, ready_at AS ready FROM tenant_workers",
  );

/** The path of a tenant's workspace below the state folder. */
export const workspacePath = ({ hosted }: Pick<Inventory, "hosted">, tenant: string): string =>
  workspaceFile(hosted.get(tenant), tenant);

const workspaceFile = (worker: string | undefined, tenant: string): string => {
  const place = placeOf(worker);
  return join(place, `${objectId(basename(place), worker === undefined ? tenant : TENANT_OBJECT)}.sqlite`);
};

/** Files in one part, which their digest identifies. */
const HELD = `SELECT 'quarantine/' || prefix || '/0' AS key, digest, type FROM form_files
  WHERE media IS NULL AND parts = 1`;

const within =
  (tenant: string) =>
  ({ key, ...file }: KeptFile): KeptFile => ({ ...file, key: `${tenant}/${key}` });

/** `known` is the tenant of this file, for a workspace without a site, which does not store its tenant. */
function workspaceOf(database: DatabaseSync, known: string | undefined): KeptWorkspace[] {
  const sites = rowsOfDatabase<{ tenant: string; site: string; sequence: number }>(
    database,
    "sites",
    "SELECT tenant, site, sequence FROM sites",
  );
  const tenant = sites[0]?.tenant ?? known;
  if (tenant === undefined) return [];
  const files = rowsOfDatabase<KeptFile>(
    database,
    "media_objects",
    "SELECT digest || '/' || object AS key, digest, type FROM media_objects WHERE state <> 'placed'",
  );
  const held = rowsOfDatabase<KeptFile>(database, "form_files", HELD);
  const [{ step } = { step: null }] = rowsOfDatabase<{ step: number | null }>(
    database,
    "schema_version",
    "SELECT max(version) AS step FROM schema_version",
  );
  const erasures = rowsOfDatabase(database, "erasure", "SELECT 1 FROM erasure");
  return [
    {
      tenant,
      sites: new Set(sites.map(({ site }) => site)),
      isPublished: sites.some(({ sequence }) => sequence > 0),
      step: step ?? 0,
      files: files.map(within(tenant)),
      held: held.map(within(tenant)),
      isErased: sites.length === 0 && erasures.length > 0,
    },
  ];
}

/** Keys of the objects whose files have the size that the index names. */
function objectsIn(state: string, reading: ReadDatabase): string[] {
  return bucketsIn(state).flatMap((bucket) => {
    const index = indexOf(state, bucket);
    const sizes = sizesIn(blobsOf(state, bucket));
    if (!existsSync(index)) return [];
    const whole = reading(index, blobsNamedIn).filter(({ blob, bytes }) => sizes.get(blob) === bytes);
    return [...whole.map(({ key }) => key), ...reading(index, inParts)];
  });
}

/** Keys of objects from multipart uploads, which name no single file. They count as present. */
const inParts = (database: DatabaseSync): string[] =>
  rowsOfDatabase<{ key: string }>(database, "_mf_objects", "SELECT key FROM _mf_objects WHERE blob_id IS NULL").map(
    ({ key }) => key,
  );
