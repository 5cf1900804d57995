import type { Handed, Needs } from "./area/area.ts";
import { actions } from "./actions/area.ts";
import { agents } from "./agents/area.ts";
import { backups } from "./backups/area.ts";
import { commands } from "./commands/area.ts";
import { documents } from "./documents/area.ts";
import { editing } from "./editing/area.ts";
import { mail } from "./mail/area.ts";
import { media } from "./media/area.ts";
import { operating } from "./operating/area.ts";
import { plugins } from "./plugins/area.ts";
import { publishing } from "./publishing/area.ts";
import { readers } from "./readers/area.ts";
import { remarks } from "./remarks/area.ts";
import { reviews } from "./reviews/area.ts";
import { savedFilters } from "./savedFilters/area.ts";
import { serving } from "./serving/area.ts";
import { sharing } from "./sharing/area.ts";
import { snapshots } from "./snapshots/area.ts";
import { submissions } from "./submissions/area.ts";
import { tenancy } from "./tenancy/area.ts";
import { visits } from "./visits/area.ts";

/**
 * The areas of the kernel, the lowest first. Everything that the kernel can do is derived from this list, so a new area
 * is one line.
 */
export const AREAS = [
  commands,
  tenancy,
  documents,
  mail,
  plugins,
  snapshots,
  agents,
  publishing,
  reviews,
  serving,
  visits,
  readers,
  editing,
  savedFilters,
  sharing,
  remarks,
  media,
  actions,
  submissions,
  backups,
  operating,
] as const;

type Listed = (typeof AREAS)[number];
type All<Union> = (Union extends unknown ? (one: Union) => void : never) extends (one: infer Every) => void
  ? Every
  : never;

/** The offers of all areas, by name. */
export type Offers = All<Listed extends infer A ? (A extends { open(from: never): infer O } ? O : never) : never>;

/** The reads of all areas, by name. */
export type Reads = All<
  Listed extends infer A ? (A extends { readonly reads?: infer R } ? NonNullable<R> : never) : never
>;

/** Names of needs that `Given` lacks or has with another type. `never` if all needs are met. */
export type Unmet<Given> = Listed extends infer A
  ? A extends { readonly needs: infer N extends Needs }
    ? { [K in keyof N]: K extends keyof Given ? (Given[K] extends Handed<N>[K] ? never : K) : K }[keyof N]
    : never
  : never;
