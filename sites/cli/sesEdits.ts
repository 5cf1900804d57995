/** Changes to lines of SES, where a stand-in for the whole module would say its part of the lock again. */
export interface Edit {
  readonly why: string;
  readonly from: string | RegExp;
  readonly to: string;
  /** How often it is found. */
  readonly times: number;
}

const HARDENER: readonly Edit[] = [
  // What is frozen stays as it is read, one by one or all at once; an object of all descriptors costs a hidden class a name.
  { why: "reads properties one by one", from: "const descs = getOwnPropertyDescriptors(obj);", to: "", times: 1 },
  { why: "reads properties one by one", from: "ownKeys(descs)", to: "ownKeys(obj)", times: 1 },
  { why: "reads properties one by one", from: "descs[/** @type {string} */ (name)]", to: "getOwnPropertyDescriptor(obj, name)", times: 1 },
];

const PERMITS: readonly Edit[] = [
  // What has no permit is removed: where a platform has Temporal, no method leads to it.
  { why: "permits nothing of Temporal", from: /^ {2}'%(?:Initial|Shared)?Temporal[^']*': \{\n(?: {4}.*\n)* {2}\},\n/gm, to: "", times: 19 },
  { why: "permits no method that makes a part of Temporal", from: "    toTemporalInstant: fn,\n", to: "", times: 1 },
];

export const SES_EDITS: Readonly<Record<string, readonly Edit[]>> = {
  "ses/src/make-hardener": HARDENER,
  "ses/src/permits": PERMITS,
};
