import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { declarationProblems, declaredFiles } from '../database/declarations.ts';
import { root } from '../root.ts';

// `npm run db:declare` writes the rows of what `shared/domain` and each `module.ts` declare; `-- --check` fails when a schema file has others.
const problems = declarationProblems();
if (process.argv.includes('--check')) {
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
} else {
  for (const { file, sql } of declaredFiles)
    if (problems.some((problem) => problem.startsWith(`${file} `))) {
      await writeFile(path.join(root, file), sql);
      console.log(`${file} written.`);
    }
}
