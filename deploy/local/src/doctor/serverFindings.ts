import type { Client } from 'pg';
import { machineMemory, serverSettings, type ServerSettings } from '../postgres/serverSettings.ts';
import type { Finding } from './findings.ts';

/** PostgreSQL's settings of these names, sizes in megabytes. */
async function readServerSettings(client: Client, names: readonly string[]): Promise<ServerSettings> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select name, case when unit in ('8kB', 'kB', 'MB') then pg_size_bytes(current_setting(name)) / 1048576 || 'MB' else setting end as value
     from pg_settings where name = any($1)`,
    [names],
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

const settingsInLine = ['shared_buffers', 'effective_cache_size', 'work_mem', 'maintenance_work_mem', 'max_wal_size', 'jit'];
const defaultBuffersMegabytes = 128;

/** Whether the embedded PostgreSQL runs with the settings of this machine: one line, which is wrong when it does not. */
export function embeddedServerFinding(actual: ServerSettings, memory: number): Finding {
  const expected = serverSettings(memory);
  const different = Object.keys(expected).filter((name) => actual[name] !== expected[name]);
  const gigabytes = `${(memory / 2 ** 30).toFixed(1)} GB`;
  return different.length === 0
    ? {
        level: 'note',
        what: `PostgreSQL is set up for the ${gigabytes} of this machine: ${settingsInLine.map((name) => `${name} ${expected[name]}`).join(', ')}.`,
        remedy: 'Nothing to do: the settings are derived from the memory at every start.',
      }
    : {
        level: 'wrong',
        what: `PostgreSQL is not set up for the ${gigabytes} of this machine: ${different.map((name) => `${name} is ${actual[name] ?? 'unknown'} instead of ${expected[name]}`).join(', ')}.`,
        remedy: 'Restart the product, and remove these settings from postgresql.auto.conf if they are there.',
      };
}

/** What an external PostgreSQL, whose machine is not known, was left at. */
export function externalServerFindings(actual: ServerSettings): Finding[] {
  const isDefault = Number.parseInt(actual['shared_buffers'] ?? '', 10) <= defaultBuffersMegabytes;
  return [
    ...(isDefault
      ? [
          {
            level: 'note' as const,
            what: `PostgreSQL keeps only ${actual['shared_buffers']} of its tables in memory (shared_buffers).`,
            remedy: "Set it to a quarter of the database machine's memory, and effective_cache_size to three quarters.",
          },
        ]
      : []),
    ...(actual['jit'] === 'on'
      ? [
          {
            level: 'note' as const,
            what: 'PostgreSQL compiles statements (jit), which takes longer than most of them run.',
            remedy: "Run as a superuser: alter system set jit = 'off'; select pg_reload_conf();",
          },
        ]
      : []),
  ];
}

/** What there is to say about the settings of a local installation's PostgreSQL. */
export async function serverFindings(client: Client, isEmbedded: boolean): Promise<Finding[]> {
  const memory = machineMemory();
  const actual = await readServerSettings(client, Object.keys(serverSettings(memory)));
  return isEmbedded ? [embeddedServerFinding(actual, memory)] : externalServerFindings(actual);
}
