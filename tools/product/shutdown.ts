type Shutdown = {
  /** Waits until a part has started and remembers how to stop it. A shutdown that begins in the meantime waits for the part and stops it. */
  register<T>(starting: Promise<T>, close: (part: T) => unknown): Promise<T>;
  /** Stops every part, the last first, and exits with this status. Only the first call counts. */
  begin(status: number): void;
  isShuttingDown(): boolean;
};

const timeoutMs = 60_000;

/** One orderly shutdown of this process after a signal, an error, or the death of a part. */
export function createShutdown(exit: (status: number) => void = process.exit): Shutdown {
  const stopParts: (() => unknown)[] = [];
  let pending: Promise<unknown> = Promise.resolve();
  let isShuttingDown = false;

  async function stopAll(status: number): Promise<void> {
    setTimeout(() => {
      console.error(`Not everything has stopped after ${timeoutMs / 1000} s; exiting.`);
      exit(1);
    }, timeoutMs).unref();
    await pending;
    let final = status;
    for (const close of stopParts.splice(0).reverse()) {
      try {
        await close();
      } catch (error) {
        console.error(error instanceof Error ? error.message : String(error));
        final = 1;
      }
    }
    exit(final);
  }

  return {
    register(starting, close) {
      const registered = starting.then((part) => {
        stopParts.push(() => close(part));
        return part;
      });
      pending = Promise.allSettled([pending, registered]);
      return registered.then((part) => {
        // The caller must not go on to start the next part.
        if (isShuttingDown) throw new Error('The product is shutting down.');
        return part;
      });
    },
    begin(status) {
      if (isShuttingDown) return;
      isShuttingDown = true;
      void stopAll(status);
    },
    isShuttingDown: () => isShuttingDown,
  };
}
