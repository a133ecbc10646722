import type { Context, Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { networkOf } from '@masomo/domain/networkOf';
import type { Fetcher } from '../backend.ts';
import { countOpen } from './countOpen.ts';
import type { LiveChanges, News } from './followChanges.ts';
import type { LiveReleases } from './followReleases.ts';
import { readPerson, type Person } from './readPerson.ts';

type Limits = { total: number; perAddress: number; perPerson: number };
type Options = {
  changes: LiveChanges;
  releases: LiveReleases;
  rest: Fetcher;
  publishableKey: string;
  addressOf: (c: Context) => string | undefined;
  limits?: Limits;
  checkMs?: number;
};

/** A large school behind one address has fewer browsers than the second, and a person fewer than the third. */
const usualLimits: Limits = { total: 20_000, perAddress: 2_000, perPerson: 20 };
/** Proxies close what is silent for a minute. */
const beatMs = 25_000;
const retryMs = 2_000;
/** How often a stream asks whether its person may still hear what it tells. */
const usualCheckMs = 300_000;
/** A page that has missed more reads everything again. */
const mostTopics = 200;
const mostAgeMs = 300_000;
const noStore = { 'cache-control': 'no-store' };

/**
 * `/_live`: what changed of what the person may hear of, by its name only, which the page reads again as the person, and the revision of
 * the registry. The token is that of the session, and the stream ends with it. `?since=` is the last id of an earlier stream, `?age=` the
 * seconds since the page was opened.
 */
export function addLive(app: Hono, options: Options): { close(): void } {
  const { changes, releases, rest, publishableKey, addressOf, limits = usualLimits, checkMs = usualCheckMs } = options;
  const closing = new AbortController();
  const [addresses, people] = [countOpen(limits.perAddress), countOpen(limits.perPerson)];

  app.get('/_live', async (c) => {
    const token = /^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '')?.[1];
    if (!token) return c.json({ message: 'Sign in to listen.' }, 401, noStore);
    const leaveAddress = changes.count() < limits.total && !closing.signal.aborted && addresses.enter(networkOf(addressOf(c) ?? ''));
    if (!leaveAddress) return c.json({ message: 'Too many streams.' }, 503, { ...noStore, 'retry-after': '60' });
    const person = await readPerson(token, rest, publishableKey).catch(() => undefined);
    const leavePerson = person && people.enter(person.id);
    if (!person || !leavePerson) {
      leaveAddress();
      if (person === null) return c.json({ message: 'Sign in to listen.' }, 401, noStore);
      return c.json({ message: person ? 'Too many streams.' : 'Try again.' }, 503, { ...noStore, 'retry-after': '60' });
    }
    const since = c.req.query('since');
    const ageMs = Math.min(mostAgeMs, Math.max(0, Number(c.req.query('age') ?? 0) * 1000 || 0));
    c.header('x-accel-buffering', 'no');
    c.header('cache-control', 'no-store');
    return streamSSE(c, async (stream) => {
      const pending = new Set<string>();
      let [isAll, isOver, seen, wake] = [false, false, '', (): void => undefined];
      let revision: number | undefined;
      const end = () => {
        isOver = true;
        wake();
      };
      const tell = (news: News | undefined, upTo: string) => {
        seen = upTo;
        if (news === undefined) return;
        if (news === 'all') isAll = true;
        else for (const topic of news) pending.add(topic);
        if (pending.size > mostTopics) isAll = true;
        // Who the person is may have changed, or their session has ended: it is asked before the next check is due.
        if (pending.has('memberships') || pending.has('sessions')) void check();
        wake();
      };
      let { keys } = person;
      let stop = changes.listen({ keys, since, ageMs, tell });
      const stopReleases = releases.listen((live) => {
        revision = live;
        wake();
      });
      const check = async () => {
        let now: Person | null;
        try {
          now = await readPerson(token, rest, publishableKey);
        } catch {
          return;
        }
        if (!now) return end();
        if (isOver || now.keys.join() === keys.join()) return;
        stop();
        keys = now.keys;
        stop = changes.listen({ keys, since: seen, ageMs: 0, tell });
      };
      const checking = setInterval(() => void check(), checkMs);
      // Node's timers hold less than a month.
      const ending = setTimeout(end, Math.min(2 ** 31 - 1, Math.max(0, person.endsAt - Date.now())));
      stream.onAbort(end);
      closing.signal.addEventListener('abort', end);
      const isOpen = () => !isOver && !closing.signal.aborted && !stream.aborted && !stream.closed;
      try {
        await stream.write(`retry: ${retryMs}\n\n`);
        while (isOpen()) {
          if (!isAll && pending.size === 0 && revision === undefined) {
            const { promise, resolve } = Promise.withResolvers<void>();
            wake = resolve;
            const beat = setTimeout(resolve, beatMs);
            await promise;
            clearTimeout(beat);
          }
          if (!isOpen()) break;
          const message = isAll ? { all: true } : pending.size > 0 ? { topics: [...pending] } : undefined;
          // A line of its own, which readers that know nothing of it pass over.
          const released = revision === undefined ? '' : `revision: ${revision}\n`;
          pending.clear();
          [isAll, revision] = [false, undefined];
          // The next message waits until this one is taken, and gathers what happens in the meantime.
          await stream.write(`${seen && `id: ${seen}\n`}${released}${message ? `data: ${JSON.stringify(message)}` : ':'}\n\n`);
        }
      } finally {
        isOver = true;
        stop();
        stopReleases();
        clearInterval(checking);
        clearTimeout(ending);
        closing.signal.removeEventListener('abort', end);
        leavePerson();
        leaveAddress();
      }
    });
  });
  return { close: () => closing.abort() };
}
