import { readdir, readFile } from 'node:fs/promises';

/** Milliseconds per clock tick (USER_HZ), the unit of CPU times in `/proc`. */
const tickMs = 10;

/** CPU time, name and parent of a process or thread; null when it has exited or the system has no `/proc`. */
async function readProcess(file: string): Promise<{ name: string; parent: number; cpuMs: number } | null> {
  const stat = await readFile(file, 'utf8').catch(() => '');
  const [, name = '', rest = ''] = /^\d+ \((.*)\) (.*)$/s.exec(stat) ?? [];
  const fields = rest.split(' ');
  // Fields after the name, counted from 0: 1 is the parent, 11 and 12 are user and system time (see proc(5)).
  return name ? { name, parent: Number(fields[1]), cpuMs: (Number(fields[11]) + Number(fields[12])) * tickMs } : null;
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

/** Memory in megabytes of all included processes, pages that several share counted once; 0 where the system has no `/proc`. */
export async function memoryMegabytes(isIncluded: (id: number, name: string, parent: number) => boolean): Promise<number> {
  const ids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const kilobytes = await Promise.all(
    ids.map(async (id) => {
      const found = await readProcess(`/proc/${id}/stat`);
      if (!found || !isIncluded(Number(id), found.name, found.parent)) return 0;
      // The proportional set size: of a page in three processes, each has a third.
      const rollup = await readFile(`/proc/${id}/smaps_rollup`, 'utf8').catch(() => '');
      return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0);
    }),
  );
  return kilobytes.reduce((sum, size) => sum + size, 0) / 1024;
}

/** A process with all that it started, and what these started; just the process where the system has no `/proc`. */
export async function processTree(top: number): Promise<ReadonlySet<number>> {
  const ids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const parents = await Promise.all(ids.map(async (id) => [Number(id), (await readProcess(`/proc/${id}/stat`))?.parent] as const));
  const tree = new Set([top]);
  // A set visits what is added to it on the way.
  for (const parent of tree) for (const [id, of] of parents) if (of === parent) tree.add(id);
  return tree;
}

/** CPU milliseconds of a process, all its threads; 0 where the system has no `/proc`. */
export async function processCpuTime(processId: number): Promise<number> {
  return (await readProcess(`/proc/${processId}/stat`))?.cpuMs ?? 0;
}

/** CPU milliseconds of a process's main thread; in Node this is the event loop, without worker threads and the garbage collector. */
export async function mainThreadCpuTime(processId: number): Promise<number> {
  return (await readProcess(`/proc/${processId}/task/${processId}/stat`))?.cpuMs ?? 0;
}

/** Id of the postmaster, the parent of all PostgreSQL processes. */
export async function postmasterPid(dataDirectory: string): Promise<number> {
  return Number((await readFile(`${dataDirectory}/postmaster.pid`, 'utf8')).split('\n')[0]);
}
