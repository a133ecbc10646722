// Decides when a server that died is started again. Plain JavaScript, as tools/run.mjs needs it before anything is installed.

/** Set for a server that is started again: it serves what was released before it died and builds nothing, so that it is back at once. */
export const restartedVariable = 'MASOMO_RESTARTED';

const firstDelayMs = 250;
const maxDelayMs = 30_000;
/** One that gets ready again serves at least for a while, so it is not kept waiting for long. */
const maxDelayOfReadyMs = 1_000;
/** A server that served for so long has recovered: its next death is the first again. */
const recoveredAfterMs = 10_000;

/**
 * @typedef {{ status: number, wasStopped: boolean, readyAt: number | null }} Exit
 * How a server ended: its status, whether somebody asked it to, and when it became ready, if ever.
 * @param {() => number} [now]
 * @returns {(exit: Exit) => number | null} Milliseconds until the next start; null when it stays down.
 */
export function createRestarts(now = Date.now) {
  let hasBeenReady = false;
  let deathsOfReady = 0;
  let failedStarts = 0;
  return ({ status, wasStopped, readyAt }) => {
    if (readyAt === null) failedStarts += 1;
    else {
      hasBeenReady = true;
      failedStarts = 0;
      deathsOfReady = now() - readyAt >= recoveredAfterMs ? 1 : deathsOfReady + 1;
    }
    // What never started is misconfigured, and its own last line says how.
    if (wasStopped || status === 0 || !hasBeenReady) return null;
    if (readyAt === null) return Math.min(firstDelayMs * 2 ** failedStarts, maxDelayMs);
    return Math.min(firstDelayMs * 2 ** (deathsOfReady - 1), maxDelayOfReadyMs);
  };
}
