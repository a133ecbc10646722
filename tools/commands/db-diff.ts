import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../root.ts';
import { declarationTables, statementsFor } from '../database/declarations.ts';
import { compareSchemas } from '../database/compareSchemas.ts';
import { declaredTables, withRows } from '../database/declaredRows.ts';
import { destructiveStatements, migrationTexts, writeMigrations } from '../database/writeMigration.ts';

/** `npm run db:diff -- <verb_noun>`: writes a migration with what supabase/schemas says and supabase/migrations do not make yet. */
try {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [name = ''] = positionals;
  if (positionals.length !== 1 || !/^[a-z]+(_[a-z0-9]+)+$/.test(name))
    throw new Error('Name the migration by what it does: npm run db:diff -- add_student_photos');
  const { plan, left, rows, declaredRows } = await compareSchemas({
    tryOut: (changes, declared) => withRows(migrationTexts(changes), declared),
  });
  const written = [...Object.keys(declaredTables), ...declarationTables];
  let table = '';
  const [declared, others] = [[], []] as [string[], string[]];
  for (const line of rows) {
    table = /^(\S+) does not/.exec(line)?.[1] ?? table;
    (declarationTables.includes(table) ? declared : others).push(line);
  }
  declaredRows.after.push(...statementsFor(declared));
  for (const line of others) console.log(line);
  if (others.length > 0) console.log(`Of these rows only those of ${written.join(', ')} are written. Write the others by hand.`);
  if (plan.actions.length === 0 && declaredRows.before.length + declaredRows.after.length === 0) {
    console.log('The migrations make what the schemas say: nothing to write.');
  } else {
    const texts = withRows(migrationTexts(plan), declaredRows);
    if (left.actions.length > 0)
      throw new Error(
        `No migration was written, for these statements would still be missing:\n${left.actions.map(({ sql }) => sql).join(';\n')}`,
      );
    for (const file of await writeMigrations(path.join(root, 'supabase/migrations'), name, texts, new Date()))
      console.log(`${path.relative(root, file)} written. Read it before it is committed.`);
    const destructive = destructiveStatements(plan);
    if (destructive.length > 0)
      console.log(`These statements drop or rewrite data. Is one a rename? Then write it by hand.\n${destructive.join(';\n')};`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
