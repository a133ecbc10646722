import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSecurityTable } from './securityTable.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folders = ['addons', 'deploy', 'e2e', 'mfe-dashboard', 'mfe-marketing', 'shared', 'shell', 'supabase', 'tools'];
const files = folders.flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.includes('node_modules'))
    .map((name) => path.posix.join(folder, ...name.split(path.sep))),
);

describe('docs/security.md', () => {
  it('names for each finding a test that exists', async () => {
    const rows = await readSecurityTable();
    expect(rows.length).toBeGreaterThan(30);
    const missing = rows.flatMap(({ finding, tests, journeys }) =>
      [...tests, ...journeys].length === 0
        ? [`no test: ${finding}`]
        : [...tests, ...journeys].filter((test) => !files.some((file) => file.endsWith(test))),
    );
    expect(missing).toEqual([]);
  });
});
