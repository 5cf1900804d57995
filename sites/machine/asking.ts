import { type Recopying, recopyWith } from "./blobs/recopying.ts";
import type { PagesInFront } from "./pageCache/pagesInFront.ts";
import { type MachineVisits, visitsOf } from "./visits/machineVisits.ts";

interface Asking {
  /** The port for visitors. */
  readonly port: number;
  /** The port on which the workers listen, also while the entrance closes. */
  readonly inner: number;
  readonly secret: string;
}

/** Begins the work that asks the workers: copies of lost values, and the numbers of visits. */
export function beginAsking(recopying: Recopying, pages: PagesInFront, { port, inner, secret }: Asking): MachineVisits {
  recopying.begin(recopyWith({ port, secret }));
  return visitsOf(pages, { port: inner, secret });
}
