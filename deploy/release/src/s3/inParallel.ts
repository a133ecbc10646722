const concurrency = 16;

/** Runs `work` for every item, 16 at a time. Rejects with the first failure. */
export async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}
