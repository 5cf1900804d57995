import * as z from "zod/mini";
import { SMALL_BODY_MAX_BYTES } from "../../../../manifests/bounds/api.ts";
import { DOCUMENT_MAX_BYTES } from "../../../../manifests/bounds/documents.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { type CommandName, isRehearsed } from "../../../../runtime/commandNames.ts";
import type { Role } from "../../../../runtime/commands/permissions.ts";
import type { ApiCall } from "../request/call.ts";
import { type ControlDecision, runControl } from "../control/command.ts";
import { type ReadLimit, countRead } from "../request/readLimit.ts";
import { askWorkspace, inputOf, rehearseWorkspace } from "../pipeline/workspaceCommand.ts";
import { flag, type OptionalValues, type Parameters, type ParameterValues } from "../request/parameter.ts";
import type { Download, ApiReply, Route } from "../request/route.ts";

type ReadCall<P extends Parameters, Q extends Parameters> = Omit<ApiCall, "params" | "query"> & {
  readonly params: ParameterValues<P>;
  readonly query: OptionalValues<Q>;
};

interface Reading<P extends Parameters, Q extends Parameters, T> extends Pick<
  Route,
  "path" | "summary" | "permission" | "output" | "elsewhere"
> {
  readonly params: P;
  readonly query: Q;
  /** The rate limit; `reads` if undefined. */
  readonly rate?: ReadLimit;
  run(call: ReadCall<P, Q>): Promise<T>;
}

interface Versioned {
  readonly version: number;
}

/** A route that changes nothing and has no audit row. */
export function readRoute<P extends Parameters, Q extends Parameters>({
  run,
  rate,
  ...described
}: Reading<P, Q, unknown>): Route {
  return reading(
    described,
    (call) => run(call as ReadCall<P, Q>),
    () => null,
    rate,
  );
}

/** A read of one resource with a version. */
export function readVersioned<P extends Parameters, Q extends Parameters, T>(
  { run, ...described }: Omit<Reading<P, Q, T>, "rate">,
  version: (value: T) => number,
): Route {
  return reading(described, (call) => run(call as ReadCall<P, Q>), version);
}

type SearchCall<P extends Parameters, B> = Omit<ApiCall, "params" | "body"> & {
  readonly params: ParameterValues<P>;
  readonly body: B;
};

type Asking<P extends Parameters, B> = Omit<
  Reading<P, Record<never, never>, unknown>,
  "query" | "elsewhere" | "rate" | "run"
> & {
  /** The shape of the body; null if the route takes none. */
  readonly body: z.ZodMiniType<B> | null;
  /** The largest body in bytes, if it is not a whole document. */
  readonly bodyBytes?: number;
  run(call: SearchCall<P, B>): Promise<unknown>;
};

/** A read with the query in its body. The text may name a person, and addresses end up in logs and histories. */
export const search = <P extends Parameters, B>(asking: Asking<P, B>): Route =>
  asked({ ...asking, bodyBytes: SMALL_BODY_MAX_BYTES }, "reads");

/** A preview of content that the request contains. */
export const looking = <P extends Parameters, B>(asking: Asking<P, B>): Route => asked(asking, "previews");

function asked<P extends Parameters, B>(
  { run, body, bodyBytes = DOCUMENT_MAX_BYTES, ...described }: Asking<P, B>,
  rate: ReadLimit,
): Route {
  const route = reading(
    { ...described, query: {} },
    (call) => run(call as SearchCall<P, B>),
    () => null,
    rate,
  );
  return { ...route, method: "POST", body, limits: { bodyBytes: body ? bodyBytes : 0, rate } };
}

const JSON_TYPE = "application/json";

/** A streamed download, because the file may be larger than a worker's memory. */
export function download<P extends Parameters, Q extends Parameters>({
  run,
  answers,
  ...described
}: Omit<Reading<P, Q, unknown>, "output" | "rate" | "run"> & {
  readonly answers: Route["answers"];
  run(call: ReadCall<P, Q>): Download | Promise<Download>;
}): Route {
  const route = reading(
    { ...described, output: z.string() },
    async () => null,
    () => null,
  );
  return {
    ...route,
    answers,
    limits: { bodyBytes: 0, rate: "exports" },
    async run(call) {
      const standing = expectValue(await call.workspace.spend("exports", `member:${call.member.identity}`));
      return {
        json: "",
        replayed: false,
        version: null,
        standing,
        download: await run(call as ReadCall<P, Q>),
      };
    },
  };
}

export const routeVersion = ({ version }: Versioned): number => version;

function reading<T>(
  described: Pick<Route, "path" | "summary" | "permission" | "output" | "params" | "query" | "elsewhere">,
  run: (call: ApiCall) => Promise<T>,
  version: (value: T) => number | null,
  rate: ReadLimit = "reads",
): Route {
  return {
    ...described,
    method: "GET",
    versioned: null,
    body: null,
    file: false,
    answers: JSON_TYPE,
    rehearsal: null,
    command: null,
    status: 200,
    limits: { bodyBytes: 0, rate },
    async run(call) {
      const standing = countRead(call.member, call.at, rate);
      const value = await run(call);
      return { json: JSON.stringify(value), replayed: false, version: version(value), standing };
    },
  };
}

type Changing = Omit<Route, "run" | "query" | "file" | "answers" | "rehearsal">;

const DRY_RUN = flag(
  "`true` is a dry run: it checks everything and stores nothing. The answer has the same shape as for the change, with status 200 and without the data that is read after the change.",
);

/** A workspace command. Its input is the body, the path parameters and the version. */
export function command(
  changing: Changing & {
    readonly command: CommandName;
    readonly query?: Parameters;
    /** Checks records outside of the workspace. It throws if the command may not run. */
    readonly require?: (call: ApiCall) => Promise<unknown>;
    /** Reads additional members of the answer, also for a replay, from the version that the command wrote. */
    readonly beside?: (call: ApiCall, written: number | null) => Promise<object>;
    /** The shape of a dry run's answer, which lacks the additional members. */
    readonly rehearsal?: Route["rehearsal"];
  },
): Route {
  const { beside, require, ...route } = changing;
  const rehearsed = isRehearsed(route.command) ? route.command : null;
  return {
    ...route,
    query: { ...route.query, ...(rehearsed && { dryRun: DRY_RUN }) },
    rehearsal: rehearsed && (route.rehearsal ?? route.output),
    file: false,
    answers: JSON_TYPE,
    async run({ query: { dryRun, ...query }, ...asked }) {
      const call = { ...asked, query };
      await require?.(call);
      if (rehearsed && dryRun === true) return rehearseWorkspace(rehearsed, route, call, inputOf(route, call));
      const reply = await askWorkspace(route.command, route, call, inputOf(route, call));
      return beside ? { ...reply, json: extended(reply.json, await beside(call, reply.version)) } : reply;
    },
  };
}

/** Adds members to the text of an object. Neither is empty, and they share no name. */
const extended = (json: string, more: object): string => `${json.slice(0, -1)},${JSON.stringify(more).slice(1)}`;

/** A workspace command whose input is computed from the request, such as the exact bytes of a document. */
export function madeRoute<Q extends Parameters>(
  changing: Omit<Changing, "versioned"> & {
    readonly command: CommandName;
    readonly query: Q;
    input(call: Omit<ApiCall, "query"> & { readonly query: OptionalValues<Q> }): object | Promise<object>;
  },
): Route {
  const { input, ...route } = changing;
  const rehearsed = isRehearsed(route.command) ? route.command : null;
  const rehearsal = rehearsed && route.output;
  const asking = { ...route, file: false, answers: JSON_TYPE, rehearsal, versioned: null } as const;
  return {
    ...asking,
    query: { ...route.query, ...(rehearsed && { dryRun: DRY_RUN }) },
    async run({ query: { dryRun, ...query }, ...asked }) {
      const call = { ...asked, query };
      const sent = await input(call as ApiCall & { readonly query: OptionalValues<Q> });
      return rehearsed && dryRun === true
        ? rehearseWorkspace(rehearsed, asking, call, sent)
        : askWorkspace(route.command, asking, call, sent);
    },
  };
}

type PreparedCommand = Omit<Changing, "body"> & {
  readonly command: CommandName;
  readonly query: Parameters;
  run(call: ApiCall, route: Pick<Route, "limits" | "versioned">): Promise<ApiReply>;
};

/** A workspace command with a file as its body. */
export const fileRoute = (changing: PreparedCommand): Route => ({ ...preparedCommand(changing), file: "sized" });

/** A workspace command that needs steps before it. */
export function preparedCommand(changing: PreparedCommand): Route {
  return {
    ...changing,
    body: null,
    file: false,
    answers: JSON_TYPE,
    rehearsal: null,
    run: (call) => changing.run(call, changing),
  };
}

type ControlCall<P extends Parameters> = Omit<ApiCall, "params"> & { readonly params: ParameterValues<P> };

/** A control-plane command, on records outside the workspace. */
export function control<P extends Parameters, B>(
  changing: Omit<Changing, "versioned" | "params" | "body"> & {
    readonly command: string;
    readonly params: P;
    readonly body: Route["body"];
    /** Reads the records and decides what to write. Called again if the records change meanwhile. */
    decide(call: ControlCall<P> & { readonly body: B }, role: Role): Promise<ControlDecision>;
  },
): Route {
  const { decide, ...route } = changing;
  return {
    ...route,
    query: {},
    file: false,
    answers: JSON_TYPE,
    rehearsal: null,
    versioned: null,
    run: (call) => runControl(route, call, (role) => decide(call as ControlCall<P> & { readonly body: B }, role)),
  };
}
