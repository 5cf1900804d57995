/** The checks that every preflight begins with: the doctor, the commit and the account. */
import { isDeepStrictEqual } from "node:util";
import { Trouble, type Environment } from "../../command/command.ts";
import { type Connection, connect } from "../account/account.ts";
import type { Examined } from "../descriptor/check.ts";
import { diagnose, isWell } from "../doctor/doctor.ts";
import { familyOption } from "../descriptor/family.ts";
import { type LiveVerdict, finding, verdictOf } from "../live/verdict.ts";
import { type Commit, commitFindings } from "./commit.ts";

export interface Preflight {
  readonly verdicts: readonly LiveVerdict[];
  readonly commit: string | undefined;
  readonly release: string;
  readonly isRehearsal: boolean;
}

const DOCTOR = ["doctor.well", "the doctor passes the prepared set"] as const;
const CLEAN = ["commit.clean", "the site directory is a clean commit"] as const;
const LOGIN = ["provider.login", "the credential can access the account"] as const;
const COMMIT_SAME = ["commit.unchanged", "nothing was committed or changed during the preflight"] as const;

/** The verdict of a check that could not run, because an earlier check found nothing to look at. */
export const blockedVerdict = ([id, title]: readonly [string, string]): LiveVerdict => ({
  id,
  title,
  verdict: "blocked",
  findings: [],
});

export async function doctorVerdict(examined: Examined): Promise<LiveVerdict> {
  const bad = (await diagnose(examined)).filter((verdict) => !isWell([verdict]));
  const [id, title] = DOCTOR;
  return verdictOf(
    id,
    title,
    bad.map((verdict) =>
      finding(verdict.id, verdict.title, "a passed check", `svc doctor ${familyOption(examined.profile)}`),
    ),
    "blocked",
  );
}

export const cleanVerdict = (commit: Commit): LiveVerdict => verdictOf(...CLEAN, commitFindings(commit), "blocked");

export const loginVerdict = (reached: Connection | LiveVerdict): LiveVerdict =>
  "provider" in reached ? verdictOf(...LOGIN, [], "blocked") : reached;

/** Connects to the account. Answers a verdict with the reason if that fails. */
export async function connected(environment: Environment): Promise<Connection | LiveVerdict> {
  const [id, title] = LOGIN;
  try {
    return await connect(environment);
  } catch (error) {
    if (error instanceof Trouble)
      return verdictOf(
        id,
        title,
        [
          finding(
            "the provider",
            error.message,
            "a credential for this account",
            "npx wrangler login, or CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID",
          ),
        ],
        "blocked",
      );
    throw error;
  }
}

export function commitUnchanged(before: Commit, after: Commit): LiveVerdict {
  const isSame = isDeepStrictEqual(before, after);
  return verdictOf(
    ...COMMIT_SAME,
    isSame
      ? []
      : [
          finding(
            "the site directory",
            "a commit or changes since the start",
            "the same commit and changes",
            "run the same command again",
          ),
        ],
    "blocked",
  );
}
