export type Punch = { number: string; at: number; direction: 'in' | 'out' };
type Exchange = { at: number; what: string; answer: string };

/** Nairobi has no summer time. */
const zoneMs = 3 * 3_600_000;
const timeoutMs = 10_000;
const keptExchanges = 40;
const mostInAPost = 100;

/** As the clock of a reader shows it. */
const stamp = (at: number) => new Date(at + zoneMs).toISOString().slice(0, 19).replace('T', ' ');
export const lineOf = ({ number, at, direction }: Punch) => `${number}\t${stamp(at)}\t${direction === 'in' ? 0 : 1}\t1\t0\t0\t0`;

/** A reader at the gate: it keeps what it reads until the product says OK, and does what it is told when it asks. */
export function createSimulatedReader(origin: string, serial: string, now: () => number = Date.now) {
  let isOff = false;
  let driftMs = 0;
  let kept: Punch[] = [];
  const names = new Map<string, string>();
  const exchanges: Exchange[] = [];

  async function send(what: string, path: string, query: Record<string, string>, body?: string): Promise<string | null> {
    const url = `${origin}/iclock/${path}?${new URLSearchParams({ SN: serial, ...query })}`;
    let answer: string | null = null;
    let told = 'no connection';
    try {
      const response = await fetch(url, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'user-agent': 'iClock Proxy/1.09', 'content-type': 'text/plain' },
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
        ...(body !== undefined && { body }),
      });
      const text = await response.text();
      answer = response.ok ? text : null;
      told = `${response.status} ${text.trim()}`.trim();
    } catch {
      // As a reader whose line is cut: it tries again later.
    }
    exchanges.unshift({ at: now(), what, answer: told });
    exchanges.length = Math.min(exchanges.length, keptExchanges);
    return answer;
  }

  async function sendKept(): Promise<void> {
    while (!isOff && kept.length > 0) {
      const some = kept.slice(0, mostInAPost);
      const answer = await send(`${some.length} read`, 'cdata', { table: 'ATTLOG', Stamp: '9999' }, some.map(lineOf).join('\n'));
      if (!answer?.startsWith('OK')) return;
      kept = kept.filter((punch) => !some.includes(punch));
    }
  }

  async function obey(command: string): Promise<void> {
    const [, id, what] = /^C:(\d+):(.*)$/s.exec(command.trim()) ?? [];
    if (id === undefined || what === undefined) return;
    const [, number, name] = /^DATA UPDATE USERINFO PIN=(\d+)\tName=([^\t]*)/.exec(what) ?? [];
    if (number !== undefined) names.set(number, name ?? '');
    const gone = /^DATA DELETE USERINFO PIN=(\d+)/.exec(what)?.[1];
    if (gone !== undefined) names.delete(gone);
    await send(`did ${id}`, 'devicecmd', {}, `ID=${id}&Return=0&CMD=DATA`);
  }

  return {
    serial,
    state: () => ({ isOff, driftMinutes: Math.round(driftMs / 60_000), kept: [...kept], names: [...names], exchanges: [...exchanges] }),
    /** What it does when it starts and then every ten seconds. */
    async call(): Promise<void> {
      if (isOff) return;
      await send('start', 'cdata', { options: 'all', pushver: '2.4.1', language: '69' });
      const command = await send('ask', 'getrequest', {});
      if (command?.startsWith('C:')) await obey(command);
      await sendKept();
    },
    async read(number: string, direction: Punch['direction'], minutesAgo = 0): Promise<void> {
      kept.push({ number, at: now() - minutesAgo * 60_000 + driftMs, direction });
      await sendKept();
    },
    setOff(value: boolean): void {
      isOff = value;
    },
    setDrift(minutes: number): void {
      driftMs = minutes * 60_000;
    },
  };
}
export type SimulatedReader = ReturnType<typeof createSimulatedReader>;
