import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { environmentNames } from '../process/readEnvironment.ts';
import { readYaml } from './manifests.ts';

const folder = path.resolve(import.meta.dirname, '../../deploy/containers');
const guide = readFileSync(path.resolve(folder, '../../docs/operations/installing.md'), 'utf8');

// The keys of the Compose specification that the file uses, spelled as there: another key would be refused by `docker compose config`.
const duration = z.string().regex(/^\d+(ms|s|m|h)$/);
const service = z.strictObject({
  image: z.string().regex(/^[\w./-]+:[\w.-]+$/),
  build: z.strictObject({ context: z.string(), dockerfile: z.string() }).optional(),
  env_file: z.array(z.strictObject({ path: z.string(), required: z.boolean() })).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  user: z.string().optional(),
  read_only: z.boolean(),
  tmpfs: z.array(z.string().startsWith('/')),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  stop_grace_period: duration.optional(),
  restart: z.enum(['no', 'always', 'on-failure', 'unless-stopped']),
  depends_on: z.array(z.string()).optional(),
  ports: z.array(z.string().regex(/^\d+:\d+$/)).optional(),
  volumes: z.array(z.string().regex(/^[^:]+:\/[^:]+(:ro)?$/)),
  networks: z.array(z.string()),
});
const composeSchema = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9_-]*$/),
  'x-gateway': z.unknown(),
  services: z.record(z.string(), service),
  networks: z.record(z.string(), z.strictObject({ name: z.string().optional(), external: z.boolean().optional() })),
  volumes: z.record(z.string(), z.strictObject({})),
});
const compose = composeSchema.parse(readYaml(path.join(folder, 'compose.yaml'), { merge: true })[0]);
const services = Object.entries(compose.services);

it('declares every network, volume and service that it uses', () => {
  for (const [name, { networks, volumes, depends_on: needed = [] }] of services) {
    expect(
      networks.filter((network) => !(network in compose.networks)),
      name,
    ).toEqual([]);
    expect(
      needed.filter((other) => !(other in compose.services)),
      name,
    ).toEqual([]);
    const stored = volumes.map((volume) => volume.split(':')[0] ?? '').filter((source) => !source.startsWith('.'));
    expect(
      stored.filter((volume) => !(volume in compose.volumes)),
      name,
    ).toEqual([]);
  }
  // Two gateways never share a data directory.
  const data = services.flatMap(([, { volumes }]) => volumes.filter((volume) => volume.endsWith(':/data')));
  expect(new Set(data).size).toBe(data.length);
});

it('mounts and builds from files of the repository, or from what the guide has one put there', () => {
  for (const [name, { volumes, build, env_file: files = [] }] of services) {
    const mounted = volumes.map((volume) => volume.split(':')[0] ?? '').filter((source) => source.startsWith('./'));
    for (const source of [...mounted, ...files.map((file) => file.path)]) {
      const isThere = existsSync(path.join(folder, source)) || guide.includes(`deploy/containers/${source.replace('./', '')}`);
      expect([name, source, isThere]).toEqual([name, source, true]);
    }
    if (build) expect(existsSync(path.resolve(folder, build.context, build.dockerfile))).toBe(true);
  }
});

it('leaves a gateway the time that it takes to end, and the guide names the rest of its settings', () => {
  const gateway = compose.services['gateway-a'];
  const set = Object.keys(gateway?.environment ?? {});
  expect(Number.parseInt(gateway?.stop_grace_period ?? '0', 10)).toBeGreaterThanOrEqual(
    Number(gateway?.environment?.['DRAIN_SECONDS']) + 30,
  );
  const [, section = ''] = guide.split('## Two gateways on one server');
  const [, block = ''] = section.split('```');
  const named = [...block.matchAll(/^\s*([A-Z_]+)=/gm)].map(([, name = '']) => name);
  expect(named.filter((name) => !environmentNames.includes(name) || set.includes(name))).toEqual([]);
  expect([...named, ...set]).toEqual(
    expect.arrayContaining(['PUBLIC_ORIGIN', 'TRUSTED_PROXIES', 'SUPABASE_URL', 'SUPABASE_PUBLISHABLE_KEY', 'RELEASES_BUCKET', 'DATA_DIR']),
  );
  expect(section).toContain(gateway?.image);
});
