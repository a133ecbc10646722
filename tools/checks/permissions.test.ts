import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { permissions } from '@masomo/domain/permissions';

const root = path.resolve(import.meta.dirname, '../..');
const sources = globSync('{mfe-*,addons/*,shell}/src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file));
const named = new Set(
  sources.flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(/["']([a-z-]+:[a-z-]+)["']/g)].map(([, name]) => name),
  ),
);

it('every permission is used by a manifest or an action', () => {
  expect(Object.keys(permissions).filter((permission) => !named.has(permission))).toEqual([]);
});
