import { expect, it } from 'vitest';
import { orderSchemaFiles } from './schemaFiles.ts';

const paths = ['./schemas/first.sql', '../modules/*/schema/*.sql', '../addons/*/schema/*.sql', './schemas/last.sql'];
const own = ['schemas/first.sql', 'schemas/last.sql'];

it('applies the schema of a module at the place of the pattern, by the names of the files', () => {
  const files = [
    ...own,
    '../addons/gate/schema/gate.sql',
    '../modules/library/schema/loans.sql',
    '../modules/library/schema/1_books.sql',
    '../modules/transport/schema/2_buses.sql',
    '../modules/transport/schema/1_buses.sql',
  ];
  expect(orderSchemaFiles(paths, files)).toEqual([
    'schemas/first.sql',
    '../modules/library/schema/1_books.sql',
    '../modules/transport/schema/1_buses.sql',
    '../modules/transport/schema/2_buses.sql',
    '../modules/library/schema/loans.sql',
    '../addons/gate/schema/gate.sql',
    'schemas/last.sql',
  ]);
});

it.each([
  ['a file of the product that is not listed', [...own, 'schemas/forgotten.sql'], 'schemas/forgotten.sql is missing'],
  ['a file below the folder of a schema', [...own, '../modules/library/schema/old/loans.sql'], 'schema/old/loans.sql is missing'],
  ['an entry without a file', ['schemas/first.sql'], 'schemas/last.sql, which does not exist'],
])('refuses %s', (_what, files, problem) => expect(() => orderSchemaFiles(paths, files)).toThrow(problem));

it('refuses a file that two entries name', () => {
  expect(() => orderSchemaFiles([...paths, '../modules/library/schema/*.sql'], [...own, '../modules/library/schema/a.sql'])).toThrow(
    'twice',
  );
});
