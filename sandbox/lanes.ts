/**
 * Maps a list with at most `lanes` calls of `work` at once. A slow item delays only its own lane. Results keep the
 * list's order.
 */
export async function inLanes<In, Out>(
  items: readonly In[],
  lanes: number,
  work: (item: In) => Promise<Out>,
): Promise<Out[]> {
  const answers: Out[] = Array.from({ length: items.length });
  const queue = items.entries();
  const lane = async (): Promise<void> => {
    for (const [index, item] of queue) answers[index] = await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return answers;
}
