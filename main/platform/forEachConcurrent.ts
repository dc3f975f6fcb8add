/** Runs `run` for every item, at most `limit` at a time, in order of the items. Rejects as soon as one run does. */
export async function forEachConcurrent<T>(
  items: readonly T[],
  limit: number,
  run: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await run(item);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
}
