import { parseArgs } from 'node:util';
import { compareSchemas } from '../database/compareSchemas.ts';

/** `npm run db:check [-- --bin <folder>]`: fails when supabase/schemas and supabase/migrations do not make the same database. `--bin` names the programs of another PostgreSQL. */
try {
  const { values } = parseArgs({ options: { bin: { type: 'string' } } });
  const { plan, rows, problems, serverVersion } = await compareSchemas(values.bin === undefined ? {} : { bin: values.bin });
  const repeated = problems.filter((problem) => problem.endsWith('more than one body.'));
  console.log(`PostgreSQL ${serverVersion}: ${plan.deltas.length} differences between schemas and migrations.`);
  console.log(`Functions with more than one body: ${repeated.length}.`);
  for (const line of [...plan.actions.map(({ sql }) => `${sql};`), ...rows, ...problems]) console.log(line);
  if (plan.actions.length > 0) console.log('Run: npm run db:diff -- <verb_noun>');
  if (plan.deltas.length + rows.length + problems.length > 0) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
