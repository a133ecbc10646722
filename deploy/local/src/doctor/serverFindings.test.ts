import { expect, it } from 'vitest';
import { serverSettings } from '../postgres/serverSettings.ts';
import { embeddedServerFinding, externalServerFindings } from './serverFindings.ts';

const memory = 8 * 2 ** 30;

it('says in one line what an embedded PostgreSQL is set up for', () => {
  expect(embeddedServerFinding(serverSettings(memory), memory)).toMatchObject({
    level: 'note',
    what: 'PostgreSQL is set up for the 8.0 GB of this machine: shared_buffers 1024MB, effective_cache_size 4096MB, work_mem 10MB, maintenance_work_mem 256MB, max_wal_size 2048MB, jit off.',
  });
});

it('finds what differs from the machine', () => {
  expect(embeddedServerFinding({ ...serverSettings(memory), jit: 'on', work_mem: '4MB' }, memory)).toMatchObject({
    level: 'wrong',
    what: 'PostgreSQL is not set up for the 8.0 GB of this machine: work_mem is 4MB instead of 10MB, jit is on instead of off.',
  });
});

it('finds an external PostgreSQL that was left at its defaults', () => {
  expect(externalServerFindings({ shared_buffers: '128MB', jit: 'on' }).map(({ what }) => what)).toEqual([
    expect.stringContaining('only 128MB'),
    expect.stringContaining('jit'),
  ]);
  expect(externalServerFindings({ shared_buffers: '4096MB', jit: 'off' })).toEqual([]);
});
