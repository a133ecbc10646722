import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { permissions } from '@masomo/domain/permissions';
import { permissionProblems, permissionRows } from '../database/permissionRows.ts';
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

const requested = new Set(
  trackedFiles()
    .filter((file) => /^(supabase\/schemas|(modules|addons)\/[^/]+\/schema)\/.*\.sql$/.test(file))
    .flatMap((file) =>
      [
        ...readFileSync(path.join(root, file), 'utf8').matchAll(/private\.(?:may|school_where|require|people_with)\([^)']*'([^']+)'\)/g),
      ].map(([, name = '']) => name),
    ),
);

it('every permission is used by a manifest, an action or the database', () => {
  expect(Object.keys(permissions).filter((permission) => !named.has(permission) && !requested.has(permission))).toEqual([]);
});

it('every permission that the database asks for is declared', () => {
  expect([...requested].filter((name) => !Object.keys(permissions).includes(name))).toEqual([]);
});

it('the schema has the rows of the declaration', () => {
  expect(permissionProblems()).toEqual([]);
  expect(
    permissionRows()
      .split('\n')
      .filter((line) => line.length > 120),
  ).toEqual([]);
});
