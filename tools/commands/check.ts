import { sourceChecks } from '../checks/sourceChecks.ts';
import { compareSchemas } from '../database/compareSchemas.ts';
import { ensurePostgres15, postgres15Folder } from '../database/postgres15.ts';

/**
 * `npm run check` lists every violation of the rules about the source as a whole, and every difference between the database's
 * schemas and migrations. It fails if there is any.
 */
let total = 0;

function report(name: string, findings: readonly string[]): void {
  total += findings.length;
  console.log(`${String(findings.length).padStart(5)}  ${name}`);
  for (const finding of findings) console.log(`         ${finding}`);
}

async function checkDatabase(bin?: string): Promise<void> {
  const { plan, rows, problems, withoutDuties, serverVersion } = await compareSchemas(bin === undefined ? {} : { bin });
  const repeated = problems.filter((problem) => problem.endsWith('more than one body.'));
  const others = problems.filter((problem) => !repeated.includes(problem));
  report('SQL functions with more than one body', repeated);
  report('tables of a school without duties', withoutDuties);
  report(`differences between schemas and migrations on PostgreSQL ${serverVersion}`, [
    ...plan.actions.map(({ sql }) => sql),
    ...rows,
    ...others,
  ]);
}

for (const { name, find } of sourceChecks) report(name, find());
await checkDatabase();
if (ensurePostgres15()) await checkDatabase(postgres15Folder);
process.exitCode = total === 0 ? 0 : 1;
