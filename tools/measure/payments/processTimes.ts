import { readdir, readFile } from 'node:fs/promises';

/** Milliseconds per clock tick (USER_HZ), the unit of CPU times in `/proc`. */
const tickMs = 10;

/** CPU time, resident memory, name and parent of a process or thread; null when it has exited or the system has no `/proc`. */
async function readProcess(file: string): Promise<{ name: string; parent: number; cpuMs: number; residentPages: number } | null> {
  const stat = await readFile(file, 'utf8').catch(() => '');
  const [, name = '', rest = ''] = /^\d+ \((.*)\) (.*)$/s.exec(stat) ?? [];
  const fields = rest.split(' ');
  // Fields after the name, counted from 0: 1 is the parent, 11 and 12 are user and system time, 21 the resident pages (see proc(5)).
  return name
    ? { name, parent: Number(fields[1]), cpuMs: (Number(fields[11]) + Number(fields[12])) * tickMs, residentPages: Number(fields[21]) }
    : null;
}

/** Total CPU milliseconds of all included processes; 0 where the system has no `/proc`. */
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

const pageBytes = 4096;

/** Resident memory in megabytes of all included processes; 0 where the system has no `/proc`. */
export async function residentMegabytes(isIncluded: (id: number, name: string, parent: number) => boolean): Promise<number> {
  const ids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const pages = await Promise.all(
    ids.map(async (id) => {
      const found = await readProcess(`/proc/${id}/stat`);
      return found && isIncluded(Number(id), found.name, found.parent) ? found.residentPages : 0;
    }),
  );
  return (pages.reduce((sum, count) => sum + count, 0) * pageBytes) / 2 ** 20;
}

/** CPU milliseconds of a process's main thread; in Node this is the event loop, without worker threads and the garbage collector. */
export async function mainThreadCpuTime(processId: number): Promise<number> {
  return (await readProcess(`/proc/${processId}/task/${processId}/stat`))?.cpuMs ?? 0;
}

/** Id of the postmaster, the parent of all PostgreSQL processes. */
export async function postmasterPid(dataDirectory: string): Promise<number> {
  return Number((await readFile(`${dataDirectory}/postmaster.pid`, 'utf8')).split('\n')[0]);
}
