import { expect } from "vitest";
import type { World } from "../kernel/world.ts";

/** The failure of every publication in a kernel without the platform's public store. */
const WITHOUT_STORE = "Error: this deployment has no public store";

/** Rings the alarm. The alarm only logs what fails, so a test must look. */
export async function ring({ kernel }: World): Promise<void> {
  const failures = (await kernel.chores.run()).map(String);
  expect(failures.filter((failure) => failure !== WITHOUT_STORE)).toEqual([]);
}

/** Moves the clock and rings the alarm, as the platform does when the alarm is due. */
export async function ringUntil(world: World, time: string): Promise<void> {
  const end = Date.parse(time);
  for (let due = world.kernel.chores.nextDue(); due !== undefined && due <= end; due = world.kernel.chores.nextDue()) {
    world.powers.clock.now = Math.max(world.powers.clock.now, due);
    await ring(world);
    if (world.kernel.chores.nextDue() === due) break;
  }
  world.powers.clock.now = end;
  await ring(world);
}
