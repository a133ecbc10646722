import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { permissions as permissionsOfCore } from '@masomo/domain/permissions';
import { declarationProblems, declaredFiles } from '../database/declarations.ts';
import { moduleDeclarations, modulePermissions } from '../modules/declarations.ts';
import { isRemoteSource } from './remoteFiles.ts';
import { trackedFiles } from './trackedFiles.ts';

const root = path.resolve(import.meta.dirname, '../..');
const permissions = { ...permissionsOfCore, ...modulePermissions };
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

it('no module declares a permission of the core or of another module', () => {
  const names = [...moduleDeclarations.values()].flatMap((declaration) => Object.keys(declaration.permissions));
  expect(names.filter((name, index) => name in permissionsOfCore || names.indexOf(name) !== index)).toEqual([]);
});

it('the schema has the rows of the declarations', () => {
  expect(declarationProblems()).toEqual([]);
  expect(declaredFiles.flatMap(({ sql }) => sql.split('\n')).filter((line) => line.length > 120)).toEqual([]);
});
