import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generateDatabaseTypes } from '../database/generateTypes.ts';

// `npm run db:types` writes the types of the migrated database; `-- --check` fails when the file differs from them.
const file = path.resolve(import.meta.dirname, '../../shared/data/src/database.types.ts');
const generated = await generateDatabaseTypes();
if (process.argv.includes('--check')) {
  if ((await readFile(file, 'utf8')) !== generated) {
    console.error('shared/data/src/database.types.ts is not what the migrations say. Run: npm run db:types');
    process.exitCode = 1;
  }
} else {
  await writeFile(file, generated);
  console.log('shared/data/src/database.types.ts written.');
}
