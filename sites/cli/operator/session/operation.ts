/** The common parts of every `svc operator` command: address, bearer and request. */
import type { CliCommand, Invocation, Outcome } from "../../command/command.ts";
import { SITE_OPTION } from "../../site/address.ts";
import { BEARER_OPTION, DATA_OPTION } from "./bearer.ts";
import { type OperatorSession, operatorSession } from "./session.ts";

const COMMON = [SITE_OPTION, BEARER_OPTION, DATA_OPTION] as const;

export interface OperatorCommand extends Omit<CliCommand, "run" | "options"> {
  /** Further options, without those for the address and the bearer. */
  readonly options?: CliCommand["options"];
  run(session: OperatorSession, invocation: Invocation): Promise<Outcome>;
}

export const operation = ({ options = [], run, ...rest }: OperatorCommand): CliCommand => ({
  ...rest,
  options: [...options, ...COMMON],
  run: (invocation) => run(operatorSession(invocation), invocation),
});

/** Encodes one segment of a path. */
export const pathPart = (text = ""): string => encodeURIComponent(text);

export const day = (at: number): string => new Date(at).toISOString();

/** Formats rows as aligned columns. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
