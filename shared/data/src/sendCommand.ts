import { settleCommand, withCommandKey, type Writes } from './commandKeys.ts';
import { getDb, hasSession, type Db } from './db.ts';
import { asDataError, asFailed, DataError, withOutcome, type CommandOutcome } from './errors.ts';

/** What came of a command: its result, or a failure with what became of it and whether its attempt may be repeated. */
export type SentCommand<R> = { result: R } | { failure: DataError; isSafeToRepeat: boolean };

/**
 * Runs a command whose writes carry keys of this attempt. When an answer was lost it asks the database what became of the write; the same
 * attempt with the same content again does nothing twice. Never rejects.
 */
export async function sendCommand<R>(attempt: string, command: (db: Db) => Promise<R>): Promise<SentCommand<R>> {
  let plain: Db;
  try {
    plain = await getDb();
  } catch (thrown) {
    // Without a client nothing was sent.
    return { failure: asFailed(asDataError(thrown)), isSafeToRepeat: true };
  }
  const { db, writes } = withCommandKey(plain, attempt);
  try {
    return { result: await command(db) };
  } catch (thrown) {
    return settle(thrown, plain, writes);
  }
}

async function settle(thrown: unknown, plain: Db, { done, open, hasOwnKey }: Writes) {
  const failure = asDataError(thrown);
  const as = (outcome: CommandOutcome, isSafeToRepeat: boolean) => ({
    failure: withOutcome(failure, outcome, isSafeToRepeat),
    isSafeToRepeat,
  });
  if (failure.code === 'command.given_up') return as('failed', true);
  // The page broke over an answer that said that it was done.
  if (!(thrown instanceof DataError) && done > 0 && !open) return as('saved', true);
  const isDone = failure.code === 'command.already_done';
  if (!isDone && failure.outcome !== 'unknown') return { failure, isSafeToRepeat: false };
  // Of a command in several writes, those before were done and those after were not.
  if (done > 0) return as('unknown', false);
  if (isDone) return as('saved', true);
  if (open === 'read') return { failure: asFailed(failure), isSafeToRepeat: true };
  if (hasOwnKey || !open || !hasSession()) return as('unknown', hasOwnKey);
  const outcome = await settleCommand(plain, open.key);
  return outcome === 'unreachable' ? as('unknown', true) : as(outcome, outcome !== 'unknown');
}
