import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** As the shell does: a tab reads again at most once a second, and not all tabs in the same moment. */
const intervalMs = 1_000;
const spreadMs = 250;

export type ListeningTab = {
  /** Milliseconds from a change until the tab had read it, one for each change told with `changed`. */
  delays: number[];
  /** Changes that the tab has not read. */
  missing(): number;
  /** Reads after messages of the stream. */
  rereads: number;
  failures: string[];
  /** A change that concerns the tab was committed at this moment of `performance.now()`. */
  changed(at: number): void;
  close(): void;
};

/** Opens the stream of changes as a browser's tab does, and reads `read` again when it hears of `topic`. Resolves once it is open. */
export async function openListeningTab(origin: string, token: string, topic: string, read: string): Promise<ListeningTab> {
  const headers = { authorization: `Bearer ${token}` };
  const waiting: number[] = [];
  let [isDue, isReading, rereadAt] = [false, false, -Infinity];

  async function reread(): Promise<void> {
    isReading = true;
    while (isDue && !isClosed) {
      await wait(Math.max(rereadAt + intervalMs - performance.now(), Math.random() * spreadMs));
      isDue = false;
      rereadAt = performance.now();
      const told = waiting.filter((at) => at <= rereadAt);
      const response = await fetch(`${origin}${read}`, { headers }).catch((error: unknown) => String(error));
      if (typeof response === 'string' || !response.ok) {
        tab.failures.push(typeof response === 'string' ? response : `${read} responded with ${response.status}`);
        continue;
      }
      await response.arrayBuffer();
      tab.rereads += 1;
      const seenAt = performance.now();
      for (const at of told) tab.delays.push(seenAt - at);
      waiting.splice(0, told.length);
    }
    isReading = false;
  }

  let isClosed = false;
  const stream = request(`${origin}/_live?age=0`, { headers, agent: false });
  const tab: ListeningTab = {
    delays: [],
    missing: () => waiting.length,
    rereads: 0,
    failures: [],
    changed: (at) => void waiting.push(at),
    close() {
      isClosed = true;
      stream.destroy();
    },
  };
  await new Promise<void>((resolve, reject) => {
    stream.on('error', (error) => (isClosed ? undefined : reject(error)));
    stream.on('response', (response) => {
      if (response.statusCode !== 200) return reject(new Error(`The stream was answered with ${response.statusCode}.`));
      response.setEncoding('utf8');
      response.on('error', () => undefined);
      response.on('end', () => isClosed || tab.failures.push('The stream ended.'));
      let rest = '';
      response.on('data', (text: string) => {
        const events = (rest + text).split('\n\n');
        rest = events.pop() ?? '';
        for (const event of events) {
          const data = /^data: (.*)$/m.exec(event)?.[1];
          const message = data === undefined ? undefined : (JSON.parse(data) as { topics?: string[]; all?: true });
          if (!message?.all && !message?.topics?.includes(topic)) continue;
          isDue = true;
          if (!isReading) void reread();
        }
      });
      resolve();
    });
    stream.end();
  });
  return tab;
}
