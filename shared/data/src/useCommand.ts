import { useCallback, useRef, useState } from 'react';
import { useSWRConfig } from 'swr';
import { getDb, type Db } from './db.ts';
import { asDataError, type DataError } from './errors.ts';

/**
 * How long a success waits for the revalidation of the lists it changed: no stale row flashes behind a closed form, and a list
 * that does not respond does not keep a saved form at "Saving".
 */
const invalidationTimeoutMs = 1_000;

export type CommandOptions<R> = {
  /** Aggregates whose queries are read again after success; `onSuccess` waits for them for a second at most. */
  invalidates?: readonly string[];
  /** A second `run` waits for the first instead of being ignored: for switches and moves, of which every press counts. */
  isQueued?: boolean;
  onSuccess?: (result: R) => void;
  onError?: (error: DataError) => void;
};

export type CommandState<A, R> = {
  /**
   * Runs the command; resolves to undefined when it failed (the error is in `error` and `onError`). Rejects only with what a callback
   * throws, which is a defect of the screen.
   */
  run: (args: A) => Promise<R | undefined>;
  isRunning: boolean;
  error: DataError | undefined;
  reset: () => void;
};

/** A write with its state. A second `run` while one is in flight is ignored, so a double click writes once; see `isQueued`. */
export function useCommand<A, R>(command: (db: Db, args: A) => Promise<R>, options: CommandOptions<R> = {}): CommandState<A, R> {
  const { mutate } = useSWRConfig();
  const [isRunning, setIsRunning] = useState(false);
  const [error, setError] = useState<DataError>();
  const inFlight = useRef<Promise<unknown>>(undefined);
  const { invalidates = [], isQueued = false, onSuccess, onError } = options;

  const runOnce = useCallback(
    async (args: A) => {
      setIsRunning(true);
      setError(undefined);
      let result: R;
      try {
        result = await command(await getDb(), args);
      } catch (failure) {
        const classified = asDataError(failure);
        setError(classified);
        onError?.(classified);
        return undefined;
      }
      // What fails from here on must not look like a failed write, which people would repeat.
      const revalidation = mutate((key) => Array.isArray(key) && invalidates.includes(String(key[0])));
      let timer: ReturnType<typeof setTimeout> | undefined;
      await Promise.race([
        revalidation,
        new Promise((resolve) => {
          timer = setTimeout(resolve, invalidationTimeoutMs);
        }),
      ]).finally(() => clearTimeout(timer));
      onSuccess?.(result);
      return result;
    },
    // The caller's callbacks change with every render; a command reads the latest.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [command, mutate, invalidates.join(), onSuccess, onError],
  );
  const run = useCallback(
    async (args: A) => {
      if (inFlight.current && !isQueued) return undefined;
      const next = () => runOnce(args);
      const turn = inFlight.current ? inFlight.current.then(next, next) : next();
      inFlight.current = turn;
      try {
        return await turn;
      } finally {
        if (inFlight.current === turn) {
          inFlight.current = undefined;
          setIsRunning(false);
        }
      }
    },
    [isQueued, runOnce],
  );
  const reset = useCallback(() => setError(undefined), []);
  return { run, isRunning, error, reset };
}
