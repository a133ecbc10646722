import { unwrap, type Db, type LiveTopic, type QueryKey } from '@masomo/data';

/** How much waits for a person on a screen where something can, and the tables whose changes change it. */
export type Waiting = { screen: string; waiting: number; topics: LiveTopic[] };

export const waitingKeys = {
  // Under notifications, so that reading one counts again.
  all: (userId: string): QueryKey => ['notifications', 'waiting', userId],
};

export const waitingTopics = (counts: readonly Waiting[]): LiveTopic[] => counts.flatMap(({ topics }) => topics);

export const countWaiting = async (db: Db): Promise<Waiting[]> => unwrap(await db.rpc('waiting_counts', {}, { get: true })) as Waiting[];

/** What waits on a screen of a menu and on those below it. */
export function waitingAt(counts: readonly Waiting[], path: string, isOnlyThere = false): number {
  return counts.reduce(
    (sum, { screen, waiting }) => (screen === path || (!isOnlyThere && screen.startsWith(`${path}/`)) ? sum + waiting : sum),
    0,
  );
}
