import { expect, test } from "vitest";
import { AREAS } from "../../runtime/areas.ts";
import { isForStopped, isRehearsed, owesOnlyAudit, type CommandName } from "../../runtime/commandNames.ts";
import type { CommandTraits } from "../../runtime/area/command.ts";

/** The commands of every area of the kernel. */
const commands = AREAS.flatMap((area) =>
  Object.entries(("commands" in area ? area.commands : {}) as Readonly<Record<string, CommandTraits>>),
);

type Listed = (typeof AREAS)[number];
type CommandsOf<Area> = Area extends { readonly commands?: infer Table } ? keyof NonNullable<Table> : never;

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

test("the list for other workers names the commands of all areas, and no others, or this file does not compile", () => {
  const isSame: Same<CommandName, CommandsOf<Listed>> = true;
  expect(isSame).toBe(true);
});

test("some areas have commands", () => {
  expect(commands.length).toBeGreaterThan(20);
});

test.each(commands)("other workers know %s with its traits", (name, traits) => {
  const command = name as CommandName;
  expect([isRehearsed(command), owesOnlyAudit(command), isForStopped(command)]).toEqual([
    traits.rehearsed === true,
    traits.owesOnlyAudit === true,
    traits.whileStopped === true,
  ]);
});
