import { unwrap, type Db, type QueryKey } from '@masomo/data';

/** How much waits for a person by the address of the screen where it is done; where nothing waits, the screen is missing. */
export type Waiting = Readonly<Record<string, number>>;

export const waitingKeys = {
  // Under notifications, so that reading one counts again.
  all: (userId: string): QueryKey => ['notifications', 'waiting', userId],
};

/** Tables whose changes change the counts. */
export const waitingTopics = ['notifications', 'attendance', 'assignments', 'submissions', 'support_tickets', 'orders'] as const;

export async function countWaiting(db: Db): Promise<Waiting> {
  const rows = unwrap(await db.rpc('waiting_counts', {}, { get: true }));
  return Object.fromEntries(rows.map(({ screen, waiting }) => [screen, waiting]));
}

/** What waits on a screen of a menu and on those below it. */
export function waitingAt(waiting: Waiting, path: string, isOnlyThere = false): number {
  return Object.entries(waiting).reduce(
    (sum, [screen, count]) => (screen === path || (!isOnlyThere && screen.startsWith(`${path}/`)) ? sum + count : sum),
    0,
  );
}
