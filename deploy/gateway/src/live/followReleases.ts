const usualIntervalMs = 5_000;

export type LiveReleases = {
  /** Tells which revision of the registry is live, now and whenever it changes. Returns how to stop. */
  listen(tell: (revision: number) => void): () => void;
};

/** Follows which releases are live while somebody listens. A read that fails is retried with the next interval. */
export function followReleases(readRevision: () => Promise<number | undefined>, intervalMs = usualIntervalMs): LiveReleases {
  const told = new Map<(revision: number) => void, number | undefined>();
  let timer: NodeJS.Timeout | undefined;

  async function tellAll(): Promise<void> {
    const revision = await readRevision().catch(() => undefined);
    if (revision === undefined) return;
    for (const [tell, last] of told)
      if (last !== revision) {
        told.set(tell, revision);
        tell(revision);
      }
  }

  return {
    listen(tell) {
      told.set(tell, undefined);
      void tellAll();
      timer ??= setInterval(() => void tellAll(), intervalMs).unref();
      return () => {
        told.delete(tell);
        if (told.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}
