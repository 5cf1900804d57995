/** `svc operator identities`: moves people to other subjects, when the identity provider or its issuer changes. */
import { countOf } from "../../../manifests/refusals/countOf.ts";
import { IDENTITY_MOVES_MAX } from "../../../manifests/bounds/operators.ts";
import { type Group, type Invocation, UsageError } from "../command/command.ts";
import { boundedFile } from "../directory/boundedText.ts";
import { CONFIRM_OPTION, confirmed } from "./session/confirmation.ts";
import { columns, operation } from "./session/operation.ts";
import type { OperatorSession } from "./session/session.ts";

interface SubjectLine {
  readonly from: string;
  readonly to: string;
}

interface Moved {
  readonly items: readonly (SubjectLine & { readonly state: string })[];
  readonly left: number;
  readonly applied: boolean;
}

const TABLE_MAX_BYTES = 4 * 1024 * 1024;

/** Reads lines of an old subject, a tab, and a new subject. */
function tableIn(file: string): readonly SubjectLine[] {
  const lines = boundedFile(file, TABLE_MAX_BYTES).split(/\r?\n/);
  const table = lines.flatMap((line, at): readonly SubjectLine[] => {
    if (line === "" || line.startsWith("#")) return [];
    const [from = "", to = "", ...more] = line.split("\t");
    if (from === "" || to === "" || more.length > 0)
      throw new UsageError(`${file}, line ${at + 1}: a line is an old subject, a tab, and a new subject.`);
    return [{ from, to }];
  });
  for (const end of ["from", "to"] as const) {
    const twice = table.find((line, at) => table.findIndex((other) => other[end] === line[end]) !== at);
    if (twice) throw new UsageError(`${file} names the subject ${JSON.stringify(twice[end])} twice.`);
  }
  if (table.length === 0) throw new UsageError(`${file} names nobody.`);
  return table;
}

const WORDS: Readonly<Record<string, string>> = {
  moves: "moves",
  done: "moved before",
  unknown: "no member",
  taken: "TAKEN: the new subject is another member",
};

interface Move {
  readonly from: string;
  readonly to: string;
  readonly table: readonly SubjectLine[];
}

/** Asks for the whole table in portions. `left` counts all members of the old issuer whom the table does not name. */
async function askPortions(session: OperatorSession, { from, to, table }: Move, apply: boolean): Promise<Moved> {
  const parts: Moved[] = [];
  for (let at = 0; at < table.length; at += IDENTITY_MOVES_MAX) {
    const subjects = table.slice(at, at + IDENTITY_MOVES_MAX);
    const { value } = await session.send<Moved>("POST", "/identities/move", { from, to, subjects, apply });
    parts.push(value);
  }
  // A portion counts the members that others name as left.
  const named = parts.slice(1).flatMap(({ items }) => items);
  const stillOld = named.filter(({ state }) => state === "moves" || state === "taken").length;
  return {
    items: parts.flatMap(({ items }) => items),
    left: (parts[0]?.left ?? 0) - stillOld,
    applied: parts.some(({ applied }) => applied),
  };
}

function linesOf({ items, left }: Moved, isDone: boolean): string[] {
  const rows = items.map(({ from, to, state }) => [
    from,
    to,
    isDone && state === "moves" ? "moved" : (WORDS[state] ?? state),
  ]);
  return [
    ...columns(rows),
    "",
    left === 0
      ? "The table names every member of the old issuer."
      : `Left alone, because the table does not name them: ${countOf(left, "member")} of the old issuer.`,
  ];
}

async function run(session: OperatorSession, invocation: Invocation) {
  const { args, options } = invocation;
  const move = { from: options.required("from"), to: options.required("to"), table: tableIn(args[0] ?? "") };
  const plan = await askPortions(session, move, false);
  const isTaken = plan.items.some(({ state }) => state === "taken");
  const data = { address: session.site, from: move.from, to: move.to };
  if (isTaken || !options.isSet("apply"))
    return {
      ok: !isTaken,
      lines: [
        ...linesOf(plan, false),
        isTaken
          ? "Nothing was changed: remove one of two members first."
          : "Nothing was changed. To move them: --apply",
      ],
      data: { ...data, ...plan },
    };
  await confirmed(`MOVE ${move.to}`, `Members of ${move.from} log in by ${move.to} from now on.`, invocation);
  const done = { ...(await askPortions(session, move, true)), left: plan.left };
  return { ok: true, lines: linesOf(done, true), data: { ...data, ...done } };
}

const move = operation({
  name: "move",
  summary:
    "Move people to another issuer or other subjects, with everything that is theirs. Without --apply, it says what would happen. A repeat changes nothing.",
  argument: ["<file>", "a line for each person: the old subject, a tab, the new subject"],
  options: [
    ["--from <issuer>", "the issuer by which the sites know these people now"],
    ["--to <issuer>", "the issuer by which they log in from now on"],
    ["--apply", "move them, and end their logins and agents"],
    CONFIRM_OPTION,
  ],
  examples: ["svc operator identities move people.tsv --from https://old.example --to https://login.example"],
  run,
});

export const IDENTITIES: Group = {
  name: "identities",
  summary: "Move people when the identity provider or its issuer changes.",
  example: "svc operator identities move people.tsv --from https://old.example --to https://login.example",
  commands: [move],
};
