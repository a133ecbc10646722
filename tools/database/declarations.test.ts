import { expect, it } from 'vitest';
import { declaredFiles, moduleRows, statementsFor } from './declarations.ts';

const differs = (table: string, row: string) => [`${table} does not start with the same rows:`, `  only by the schemas: ${row}`];
const sqlOf = (file: string) => declaredFiles.find((declared) => declared.file === file)?.sql;
const gate = sqlOf('addons/qr-attendance/schema/declared.sql');
const core = sqlOf('supabase/schemas/accounts/declared_permissions.sql');

it('makes of a declaration what the database needs of it', () => {
  expect(
    moduleRows({
      feature: 'module:library',
      permissions: { 'library:lend': { sentence: "May lend the library's books.", roles: ['admin', 'staff'] } },
      settings: [
        { name: 'days', kind: 'number', label: 'Days', default: 14, min: 1, max: 60 },
        {
          name: 'lends_to',
          kind: 'choice',
          label: 'To',
          default: 'all',
          options: ['all', 'staff'].map((value) => ({ value, label: value })),
        },
      ],
      records: [],
    }),
  ).toContain(`'{
"sold_as": null,
"permissions": [
  {"name": "library:lend", "roles": ["admin","staff"],
    "sentence": "May lend the library''s books."}],
"settings": [
  {"name":"days","kind":"number","value":14,"least":1,"most":60},
  {"name":"lends_to","kind":"choice","value":"all","choices":["all","staff"]}]}'`);
});

it('migrates only the declarations whose rows differ', () => {
  const own = differs('private.role_permissions', '{"permission": "gate:issue-cards"}');
  const kept = differs('private.school_roles', '{"slug": "staff", "granted": "gate:issue-cards"}');
  expect(statementsFor([...own, ...kept])).toEqual([gate]);
  expect(statementsFor(differs('private.addon_setting_defaults', '{"name": "late_after", "feature": "addon:qr-attendance"}'))).toEqual([
    gate,
  ]);
  expect(statementsFor(differs('private.permissions', '{"name": "store:buy"}'))).toEqual([core]);
  expect(statementsFor([...differs('private.permissions', '{"name": "store:buy"}'), ...own])).toEqual([gate, core]);
});
