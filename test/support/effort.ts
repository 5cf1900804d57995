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
const READINGS = 20;

/** The speed of this machine, so that one bound fits slow and fast machines. */
const UNIT = (await cpuOf(() => Array.from({ length: READINGS }, () => JSON.parse(MEGABYTE) as unknown))) / READINGS;

/**
 * The cost of some work as a multiple of parsing a megabyte of JSON. A successful attack costs a hundred times the
 * usual, so a bound of ten times finds it.
 */
export const effortOf = async (work: () => unknown): Promise<number> => (await cpuOf(work)) / UNIT;
