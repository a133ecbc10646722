import { readdir, readFile } from 'node:fs/promises';

/** Milliseconds per tick of the clock that Linux counts processes in. */
const tickMs = 10;

/** Processor time in milliseconds of all processes by name; nothing where the machine has no `/proc`. */
export async function processTimes(isWanted: (name: string, parent: number) => boolean): Promise<number> {
  const ids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const times = await Promise.all(ids.map(async (id) => {
    const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '');
    const [, name = '', rest = ''] = /^\d+ \((.*)\) (.*)$/s.exec(stat) ?? [];
    const fields = rest.split(' ');
    // Of the fields after the name: the second is the parent, the twelfth and thirteenth are user and system time.
    return name && isWanted(name, Number(fields[1])) ? (Number(fields[11]) + Number(fields[12])) * tickMs : 0;
  }));
  return times.reduce((sum, time) => sum + time, 0);
}

/** The process that PostgreSQL's own processes are children of. */
export async function postmasterOf(dataDirectory: string): Promise<number> {
  return Number((await readFile(`${dataDirectory}/postmaster.pid`, 'utf8')).split('\n')[0]);
}
