import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';

const mebibyte = 2 ** 20;
const gibibyte = 2 ** 30;

/** Settings of PostgreSQL by their names, as `-c` takes them. */
export type ServerSettings = Readonly<Record<string, string>>;

/** As many as PostgREST, the services and a few tools need together. */
const maxConnections = 200;

/** Files in which Linux says what a container may use, for both versions of control groups. */
const containerLimits = ['/sys/fs/cgroup/memory.max', '/sys/fs/cgroup/memory/memory.limit_in_bytes'];

/** The memory this process may use, in bytes: the machine's, or the container's when that is less. */
export function machineMemory(limitFiles: readonly string[] = containerLimits): number {
  const limits = limitFiles.flatMap((file) => {
    try {
      const limit = Number(readFileSync(file, 'utf8').trim());
      return limit > 0 ? [limit] : [];
    } catch {
      return [];
    }
  });
  return Math.min(totalmem(), ...limits);
}

const between = (least: number, value: number, most: number) => Math.min(most, Math.max(least, value));
const megabytes = (bytes: number) => `${Math.floor(bytes / mebibyte)}MB`;

/**
 * Settings for a machine with this much memory, which PostgreSQL shares with the product and perhaps a browser: an eighth is its own
 * cache, and half of the memory is expected to hold files. A sort may use what leaves every fourth connection one at a time.
 */
export function serverSettings(memory: number): ServerSettings {
  return {
    max_connections: String(maxConnections),
    shared_buffers: megabytes(between(64 * mebibyte, memory / 8, 8 * gibibyte)),
    effective_cache_size: megabytes(between(256 * mebibyte, memory / 2, 256 * gibibyte)),
    work_mem: megabytes(between(4 * mebibyte, memory / 4 / (maxConnections / 4) / 4, 64 * mebibyte)),
    maintenance_work_mem: megabytes(between(32 * mebibyte, memory / 32, gibibyte)),
    min_wal_size: megabytes(between(80 * mebibyte, memory / 32, gibibyte)),
    max_wal_size: megabytes(between(512 * mebibyte, memory / 4, 8 * gibibyte)),
    wal_compression: 'pglz',
    // Random reads of a solid-state disk cost little more than reads in order.
    random_page_cost: '1.1',
    // Compiling takes longer than the product's short statements run.
    jit: 'off',
  };
}
