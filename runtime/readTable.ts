import { joinedTables } from "../manifests/joinedTables.ts";
import type { Answer } from "./commands/answer.ts";
import type { ReadMode } from "./area/area.ts";
import { type Reads, AREAS } from "./areas.ts";

export type ReadName = keyof Reads;
type AnswerOf<N extends ReadName> = Reads[N]["answer"];

/** The arguments of a read after the site: none, or one object. */
export type ReadInput<N extends ReadName> =
  Parameters<AnswerOf<N>> extends [unknown, string, ...infer Input] ? Input : never;
export type ReadView<N extends ReadName> = Awaited<ReturnType<AnswerOf<N>>>;

/** One read. `From` is the type of the area's needs. */
export interface Read<From, Input extends readonly unknown[], View> {
  readonly mode: ReadMode;
  answer(from: From, site: string, ...input: Input): View | Promise<View>;
}

/** The reads of all areas, by name. */
export const READS = joinedTables<{ readonly [N in ReadName]: Read<never, ReadInput<N>, ReadView<N>> }>(
  "read",
  AREAS.flatMap(({ reads }) => reads ?? []),
);

/**
 * Finds a read by name. Names come from other workers, so an unknown one is a bug there, or a release that is only
 * partly deployed.
 */
export function readNamed<N extends ReadName>(name: N): (typeof READS)[N] {
  if (typeof name !== "string" || !Object.hasOwn(READS, name))
    throw new RangeError(`there is no read with the name ${JSON.stringify(name)}`);
  return READS[name];
}

/** The workspace's methods for reading a site. */
export interface ReadApi {
  read<N extends ReadName>(name: N, site: string, ...input: ReadInput<N>): Promise<Answer<ReadView<N>>>;
}
