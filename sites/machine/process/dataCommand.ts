/** The common parts of commands about a data folder of this machine. */
import { type Invocation, type Outcome, Trouble } from "../../cli/command/command.ts";
import { Problem } from "./problem.ts";

export const DATA_OPTION = ["--data <folder>", "the data folder (default: .svc/local)"] as const;

export const dataOf = ({ options }: Invocation): string => options.text("data") ?? ".svc/local";

/** Turns faults that the operator can correct into the commands' own error. */
export async function withTrouble(action: () => Outcome | Promise<Outcome>): Promise<Outcome> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof Problem) throw new Trouble(error.message);
    throw error;
  }
}
