/** Processor time of this thread in milliseconds. Not the clock's: a busy machine gives a test less of it, and the test needs no more. */
async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

const MEGABYTE = JSON.stringify(
  Array.from({ length: 17_500 }, (_, n) => ({ id: `page-${n}`, title: "A title", n, is: true })),
);
/** More than one: processor time is counted in steps of some milliseconds. */
const READINGS = 20;

/** The speed of this machine in this run, so that one bound holds on slow and quick machines. */
const UNIT = (await cpuOf(() => Array.from({ length: READINGS }, () => JSON.parse(MEGABYTE) as unknown))) / READINGS;

/**
 * The cost of some work, as a multiple of reading a megabyte of JSON. A hostile input that succeeds costs a hundred
 * times the usual, so a bound of ten times the usual finds it.
 */
export const effortOf = async (work: () => unknown): Promise<number> => (await cpuOf(work)) / UNIT;
