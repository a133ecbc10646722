import { readdir, readFile } from 'node:fs/promises';

/** Milliseconds per tick of the clock that Linux counts processes in. */
const tickMs = 10;

/** Processor time, name and parent of a process or thread; null when it is gone, or where the machine has no `/proc`. */
async function readProcess(file: string): Promise<{ name: string; parent: number; cpuMs: number } | null> {
  const stat = await readFile(file, 'utf8').catch(() => '');
  const [, name = '', rest = ''] = /^\d+ \((.*)\) (.*)$/s.exec(stat) ?? [];
  const fields = rest.split(' ');
  // Of the fields after the name: the second is the parent, the twelfth and thirteenth are user and system time.
  return name ? { name, parent: Number(fields[1]), cpuMs: (Number(fields[11]) + Number(fields[12])) * tickMs } : null;
}

/** Processor time in milliseconds of all processes that are wanted; nothing where the machine has no `/proc`. */
export async function sumCpuTimes(isIncluded: (name: string, parent: number) => boolean): Promise<number> {
  const ids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const times = await Promise.all(
    ids.map(async (id) => {
      const found = await readProcess(`/proc/${id}/stat`);
      return found && isIncluded(found.name, found.parent) ? found.cpuMs : 0;
    }),
  );
  return times.reduce((sum, time) => sum + time, 0);
}

/** Processor time in milliseconds of a process's first thread: of Node that is its event loop, without threads of functions and of the collector. */
export async function mainThreadCpuTime(processId: number): Promise<number> {
  return (await readProcess(`/proc/${processId}/task/${processId}/stat`))?.cpuMs ?? 0;
}

/** The process that PostgreSQL's own processes are children of. */
export async function postmasterPid(dataDirectory: string): Promise<number> {
  return Number((await readFile(`${dataDirectory}/postmaster.pid`, 'utf8')).split('\n')[0]);
}
