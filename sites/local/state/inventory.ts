import { basename, join, relative } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { TENANT_CLASS, TENANT_OBJECT } from "../../shared/tenants/bindings.ts";
import type { TenantStatus } from "../../../runtime/tenancy/tenant.ts";
import type { DataFolder } from "./dataFolder.ts";
import type { ReadDatabase } from "./databases.ts";
import { databasesIn, databaseNames, readDatabase, rowsOfDatabase } from "./databases.ts";
import { objectId } from "./objectId.ts";

/** A site as the control plane knows it. */
export interface KnownSite {
  readonly tenant: string;
  readonly site: string;
  readonly status: TenantStatus;
  /** True once its provisioning is complete, so that its workspace holds it. */
  readonly isFinished: boolean;
}

/** The contents of a tenant's workspace. */
export interface KeptWorkspace {
  readonly tenant: string;
  readonly sites: ReadonlySet<string>;
  /** Keys of the files in the bucket that its media library lists. */
  readonly files: readonly string[];
  /** The last step of the schema that was done in it. */
  readonly step: number;
  /** An operator emptied it on purpose. */
  readonly isErased: boolean;
}

/** The real contents of a data folder, read from its databases while no worker runs. */
export interface Inventory {
  readonly migrations: ReadonlySet<string>;
  readonly sites: readonly KnownSite[];
  readonly workspaces: ReadonlyMap<string, KeptWorkspace>;
  /** Keys of the objects in the bucket whose bytes are there. */
  readonly objects: ReadonlySet<string>;
  /** Workers of the tenants that have one each, by tenant. */
  readonly hosted: ReadonlyMap<string, string>;
}

/** Folders of the platform's simulators, below the state folder. */
export const PLACES = {
  controlPlane: "v3/d1/miniflare-D1DatabaseObject",
  workspaces: "v3/do/drawbridge-workspace-TenantWorkspaceDO",
  bucketIndex: "v3/r2/miniflare-R2BucketObject",
  buckets: "v3/r2",
} as const;

/** The place of a tenant's workspace: with its own worker, or with all others. */
export const workspacePlace = ({ hosted }: Pick<Inventory, "hosted">, tenant: string): string =>
  placeOf(hosted.get(tenant));

const placeOf = (worker: string | undefined): string =>
  worker === undefined ? PLACES.workspaces : `v3/do/${worker}-${TENANT_CLASS}`;

/** Call it with the lock held: it opens databases the workers write to. */
export function takeInventory({ state }: DataFolder, reading: ReadDatabase = readDatabase): Inventory {
  const controlPlane = databasesIn(join(state, PLACES.controlPlane));
  const rows = controlPlane.flatMap((path) => reading(path, hostedOf));
  const hosted = new Map(rows.map(({ tenant, worker }) => [tenant, worker]));
  // Nobody is routed to a tenant that is not ready: it is being deployed, or it was removed.
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

/** Files of members in a bucket that is one tenant's. */
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

/** `known` is the tenant whose file it is, which a workspace without a site does not say itself. */
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
  // An object that came in parts names no single blob, so it counts as present.
  return objects.filter(({ blob }) => blob === null || bytes.has(blob)).map(({ key }) => key);
}
