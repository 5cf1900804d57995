import type { World } from "../kernel/world.ts";

/** Moves the clock and rings the alarm, as the platform does when the alarm is due. */
export async function ringUntil(world: World, time: string): Promise<void> {
  const end = Date.parse(time);
  for (let due = world.kernel.chores.nextDue(); due !== undefined && due <= end; due = world.kernel.chores.nextDue()) {
    world.powers.clock.now = Math.max(world.powers.clock.now, due);
    await world.kernel.chores.run();
    if (world.kernel.chores.nextDue() === due) break;
  }
  world.powers.clock.now = end;
  await world.kernel.chores.run();
}
