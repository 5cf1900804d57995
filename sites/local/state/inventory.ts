import { basename, join, relative } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { TENANT_CLASS, TENANT_OBJECT } from "../../shared/tenants/bindings.ts";
import type { TenantStatus } from "../../../runtime/tenancy/tenant.ts";
import type { DataFolder } from "./dataFolder.ts";
import type { ReadDatabase } from "./databases.ts";
import { databasesIn, databaseNames, readDatabase, rowsOfDatabase } from "./databases.ts";
import { objectId } from "./objectId.ts";

/** A site in the control plane. */
export interface KnownSite {
  readonly tenant: string;
  readonly site: string;
  readonly status: TenantStatus;
  /** True once its provisioning is complete, so that its workspace must have it. */
  readonly isFinished: boolean;
}

/** The content of a tenant's workspace. */
export interface KeptWorkspace {
  readonly tenant: string;
  readonly sites: ReadonlySet<string>;
  /** Bucket keys of the files in its media library. */
  readonly files: readonly string[];
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
  /** Names of tenants' own workers, by tenant. */
  readonly hosted: ReadonlyMap<string, string>;
}

/** Folders of the stores, below the state folder. */
export const PLACES = {
  controlPlane: "v3/d1/miniflare-D1DatabaseObject",
  workspaces: "v3/do/drawbridge-workspace-TenantWorkspaceDO",
  bucketIndex: "v3/r2/miniflare-R2BucketObject",
  buckets: "v3/r2",
} as const;

/** The folder of a tenant's workspace: its own worker's, or the common one. */
export const workspacePlace = ({ hosted }: Pick<Inventory, "hosted">, tenant: string): string =>
  placeOf(hosted.get(tenant));

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
    objects: new Set(objectsIn(state, reading).flatMap((key) => [key, key.replace(MEDIA_PART, "")])),
    hosted,
  };
}

const migrationsOf = (database: DatabaseSync): string[] =>
  rowsOfDatabase<{ name: string }>(database, "d1_migrations", "SELECT name FROM d1_migrations").map(({ name }) => name);

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

const workspaceFile = (worker: string | undefined, tenant: string): string => {
  const place = placeOf(worker);
  return join(place, `${objectId(basename(place), worker === undefined ? tenant : TENANT_OBJECT)}.sqlite`);
};

/** `known` is the tenant of this file, for a workspace without a site, which does not store its tenant. */
function workspaceOf(database: DatabaseSync, known: string | undefined): KeptWorkspace[] {
  const sites = rowsOfDatabase<{ tenant: string; site: string }>(database, "sites", "SELECT tenant, site FROM sites");
  const tenant = sites[0]?.tenant ?? known;
  if (tenant === undefined) return [];
  const files = rowsOfDatabase<{ key: string }>(
    database,
    "media_objects",
    "SELECT digest || '/' || object AS key FROM media_objects WHERE state <> 'placed'",
  );
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
      step: step ?? 0,
      files: files.map(({ key }) => `${tenant}/${key}`),
      isErased: sites.length === 0 && erasures.length > 0,
    },
  ];
}

function objectsIn(state: string, reading: ReadDatabase): string[] {
  const buckets = databaseNames(join(state, PLACES.buckets));
  const bytes = new Set(buckets.flatMap((bucket) => databaseNames(join(state, PLACES.buckets, bucket, "blobs"))));
  const query = "SELECT key, blob_id AS blob FROM _mf_objects";
  const objects = databasesIn(join(state, PLACES.bucketIndex)).flatMap((path) =>
    reading(path, (database) => rowsOfDatabase<{ key: string; blob: string | null }>(database, "_mf_objects", query)),
  );
  // An object from a multipart upload names no single blob. It counts as present.
  return objects.filter(({ blob }) => blob === null || bytes.has(blob)).map(({ key }) => key);
}
