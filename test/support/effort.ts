/** Processor time of this thread in milliseconds. Wall-clock time would grow on a busy machine. */
async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

const MEGABYTE = JSON.stringify(
  Array.from({ length: 17_500 }, (_, n) => ({ id: `page-${n}`, title: "A title", n, is: true })),
);
/** The number of readings. Processor time is counted in steps of several milliseconds. */
const READINGS = 10;

/** The speed of this machine at this moment, in milliseconds for parsing a megabyte of JSON. */
const readUnit = async (): Promise<number> =>
  (await cpuOf(() => Array.from({ length: READINGS }, () => JSON.parse(MEGABYTE) as unknown))) / READINGS;

const UNIT = await readUnit();

/** The cost of some work as a multiple of parsing a megabyte of JSON. A neighbour on the same core may double it. */
export const effortOf = async (work: () => unknown): Promise<number> => (await cpuOf(work)) / UNIT;

/** The looks at work that seems dear. A collection of garbage or a neighbour does not meet all of them. */
const LOOKS = 5;
const PARTS = 8;
/** The most that the growth of work in proportion to its size may be read as. */
export const PROPORTIONAL = 3;
/** Work may cost so many times its units on an unusual machine, if it grows in proportion to its size. */
const UNUSUAL = 10;

async function lowest(read: () => Promise<number>, enough: number): Promise<number> {
  let least = Infinity;
  for (let look = 0; look < LOOKS && least > enough; look += 1) least = Math.min(least, await read());
  return least;
}

async function readGrowth(work: (share: number) => unknown): Promise<number> {
  const whole = await cpuOf(() => work(1));
  const parts = await cpuOf(async () => {
    for (let part = 0; part < PARTS; part += 1) await work(1 / PARTS);
  });
  return whole / parts;
}

/**
 * The cost of the whole work as a multiple of what its parts cost together. Work in proportion to its size reads as 1,
 * and work by the square of its size as 8. The share is from 0 to 1.
 */
export const growthOf = (work: (share: number) => unknown): Promise<number> =>
  lowest(() => readGrowth(work), PROPORTIONAL);

/**
 * Says what is wrong with the cost of some work, or undefined. The units are megabytes of JSON to parse. About ten
 * times the usual cost are allowed, because a successful attack costs a hundred times the usual. Work that takes a
 * share of its input, from 0 to 1, may cost up to UNUSUAL times the units on an unusual machine. Its cost then grows in
 * proportion to the share.
 */
export async function excess(work: (share: number) => unknown, units: number): Promise<string | undefined> {
  const whole = (): unknown => work(1);
  if ((await effortOf(whole)) <= units) return undefined;
  const effort = await lowest(async () => (await cpuOf(whole)) / (await readUnit()), units);
  if (effort <= units) return undefined;
  const cost = `${effort.toFixed(1)} units, where ${units} are allowed`;
  if (work.length === 0) return cost;
  const growth = await growthOf(work);
  if (growth > PROPORTIONAL) return `${cost}, and ${growth.toFixed(1)} times the cost of its parts`;
  return effort > UNUSUAL * units ? cost : undefined;
}
