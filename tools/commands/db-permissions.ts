import { writeFile } from 'node:fs/promises';
import { permissionProblems, permissionRows, permissionsFile } from '../database/permissionRows.ts';

// `npm run db:permissions` writes the rows of the permissions that shared/domain declares; `-- --check` fails when the schema file has others.
if (process.argv.includes('--check')) {
  const problems = permissionProblems();
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length;
} else {
  await writeFile(permissionsFile, permissionRows());
  console.log('supabase/schemas/accounts/declared_permissions.sql written.');
}
