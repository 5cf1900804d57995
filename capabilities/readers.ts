/** Puts people into the groups of readers that a grant names. */
import type { Capabilities } from "../manifests/capabilities/capabilities.ts";
import type { GrantedVerbs } from "./capability.ts";
import type { VerbAnswer, VerbInput } from "./contract.ts";
import { denied, given, type VerbOutcome } from "./outcome.ts";

type Placing = VerbInput<"readers.add">;
type Placed = "done" | "address" | "full";

/** The groups of one site's readers, as one plugin changes them. */
export interface ReaderSources {
  add(asked: Placing): Placed;
  remove(asked: Placing): Placed;
}

const ANSWERS: Readonly<Record<Placed, VerbOutcome<VerbAnswer<"readers.add">>>> = {
  done: given({ done: true }),
  address: denied("invalid", "At address; allowed: one mail address, such as ann@example.com."),
  full: denied("full"),
};

export function lendReaders(sources: ReaderSources, { groups }: NonNullable<Capabilities["readers"]>): GrantedVerbs {
  const within =
    (place: (asked: Placing) => Placed) =>
    (asked: Placing): VerbOutcome<VerbAnswer<"readers.add">> =>
      asked.groups.every((group) => groups.includes(group)) ? ANSWERS[place(asked)] : denied("not_granted");
  return { "readers.add": within(sources.add), "readers.remove": within(sources.remove) };
}
