import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { permissions } from '@masomo/domain/permissions';
import { isRemoteSource } from './remoteFiles.ts';
import { trackedFiles } from './trackedFiles.ts';

const root = path.resolve(import.meta.dirname, '../..');
const sources = trackedFiles().filter(
  (file) => (isRemoteSource(file) || /^shell\/src\/.*\.tsx?$/.test(file)) && !/\.test\.tsx?$|\/data\//.test(file),
);
const named = new Set(
  sources.flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(/["']([a-z-]+:[a-z-]+)["']/g)].map(([, name]) => name),
  ),
);

it('every permission is used by a manifest or an action', () => {
  expect(Object.keys(permissions).filter((permission) => !named.has(permission))).toEqual([]);
});
