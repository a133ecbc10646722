import { useCallback, useRef, useState } from 'react';
import { useSWRConfig } from 'swr';
import { newId } from '@masomo/domain/secureContext';
import type { Db } from './db.ts';
import type { DataError } from './errors.ts';
import { sendCommand } from './sendCommand.ts';

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

/** Attempts that nobody knows the end of, by their command: a dialog that was closed and opened again goes on with its own. */
const openAttempts = new WeakMap<object, string>();

/**
 * A write with its state. It carries a key, so that after a lost answer the page knows what became of it, and sending the same again does
 * nothing twice. One that was done counts as a success where `onSuccess` reads no result. A second `run` while one is in flight is ignored,
 * so a double click writes once; see `isQueued`.
 */
export function useCommand<A, R>(command: (db: Db, args: A) => Promise<R>, options: CommandOptions<R> = {}): CommandState<A, R> {
  const { mutate } = useSWRConfig();
  const [isRunning, setIsRunning] = useState(false);
  const [error, setError] = useState<DataError>();
  const inFlight = useRef<Promise<unknown>>(undefined);
  // Of what was sent and is not known to have failed: sending the same again carries the same key.
  const attempt = useRef<string>(undefined);
  const { invalidates = [], isQueued = false, onSuccess, onError } = options;

  const runOnce = useCallback(
    async (args: A) => {
      setIsRunning(true);
      setError(undefined);
      const started = attempt.current ?? openAttempts.get(command) ?? newId();
      const sent = await sendCommand(started, (db) => command(db, args));
      attempt.current = undefined;
      openAttempts.delete(command);
      if ('failure' in sent) {
        const { failure, isSafeToRepeat } = sent;
        const isSaved = failure.outcome === 'saved';
        const isSuccess = isSaved && onSuccess?.length === 0;
        if (failure.outcome !== 'failed' && isSafeToRepeat && !isSuccess) attempt.current = started;
        if (failure.outcome === 'unknown' && isSafeToRepeat) openAttempts.set(command, started);
        if (!isSuccess) {
          setError(failure);
          onError?.(failure);
        }
        if (!isSaved) return undefined;
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
      if ('failure' in sent) {
        if (onSuccess?.length === 0) (onSuccess as () => void)();
        return undefined;
      }
      onSuccess?.(sent.result);
      return sent.result;
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
  const reset = useCallback(() => {
    attempt.current = undefined;
    setError(undefined);
  }, []);
  return { run, isRunning, error, reset };
}
