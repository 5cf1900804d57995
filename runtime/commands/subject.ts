/** The subject of a command, for audit: ids, and never what was written. */
export interface AuditSubject {
  readonly page?: string;
  readonly media?: string;
  readonly plugin?: string;
  /** The state that a plugin got. */
  readonly state?: string;
  readonly release?: number;
  readonly schedule?: string;
  /** The request for publication. */
  readonly request?: string;
  /** True if an owner published what nobody had approved. */
  readonly passedReview?: boolean;
  /** The id of a member's identity. */
  readonly member?: string;
  readonly hostname?: string;
}

type Read = (value: unknown) => string | number | true | undefined;

const text: Read = (value) => (typeof value === "string" ? value : undefined);
const isTrue: Read = (value) => value === true || undefined;
const count: Read = (value) => (typeof value === "number" ? value : undefined);

/** The names by which inputs and outputs of a workspace's commands give ids. */
const OF_WORKSPACE = {
  page: text,
  media: text,
  plugin: text,
  release: count,
  schedule: text,
  request: text,
  passedReview: isTrue,
};
/** The names by which commands of the control plane give ids. */
const OF_CONTROL = { member: text, hostname: text };

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/** The ids in the values, the first value that has one winning. */
function idsIn(names: Readonly<Record<string, Read>>, values: readonly unknown[]): AuditSubject | undefined {
  const found = Object.entries(names).flatMap(([name, read]) => {
    const id = values.map((value) => read(memberOf(value, name))).find((one) => one !== undefined);
    return id === undefined ? [] : [[name, id] as const];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/** The subject of a workspace's command. `ended` is the plugin whose isolates the command made useless. */
export function commandSubject(input: unknown, output: unknown, ended: string | null): AuditSubject | undefined {
  const found = idsIn(OF_WORKSPACE, [input, output, { plugin: ended }]);
  const state = found?.plugin === undefined ? undefined : text(memberOf(input, "state"));
  return typeof state === "string" ? { ...found, state } : found;
}

/** The subject of a command of the control plane, from its path and its body. */
export const controlSubject = (params: unknown, body: unknown): AuditSubject | undefined =>
  idsIn(OF_CONTROL, [params, body]);
