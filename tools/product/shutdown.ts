export type Shutdown = {
  /** Waits until a part is up and remembers how to stop it. An end asked for meanwhile waits for the part, then stops it too. */
  register<T>(starting: Promise<T>, close: (part: T) => unknown): Promise<T>;
  /** Stops every part, the last first, then leaves with this status. Only the first call counts. */
  begin(status: number): void;
  isShuttingDown(): boolean;
};

const limit = 60_000;

/** One orderly end of this process, whatever asks for it: a signal, an error, or a part that died. */
export function createShutdown(exit: (status: number) => void = process.exit): Shutdown {
  const closing: (() => unknown)[] = [];
  let pending: Promise<unknown> = Promise.resolve();
  let isEnding = false;

  async function stopAll(status: number): Promise<void> {
    setTimeout(() => {
      console.error(`Not everything has stopped after ${limit / 1000} s; leaving.`);
      exit(1);
    }, limit).unref();
    await pending;
    let final = status;
    for (const close of closing.splice(0).reverse()) {
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
        closing.push(() => close(part));
        return part;
      });
      pending = Promise.allSettled([pending, registered]);
      return registered.then((part) => {
        // Whoever waits for this part must not go on to start the next one.
        if (isEnding) throw new Error('The product is ending.');
        return part;
      });
    },
    begin(status) {
      if (isEnding) return;
      isEnding = true;
      void stopAll(status);
    },
    isShuttingDown: () => isEnding,
  };
}
