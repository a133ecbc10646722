import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generateDatabaseTypes } from '../database/generateTypes.ts';
import { root } from '../root.ts';

// `npm run db:types` writes the types of the migrated database; `-- --check` fails when a file differs from them.
const changed = [...(await generateDatabaseTypes())].filter(
  ([file, text]) => !existsSync(path.join(root, file)) || readFileSync(path.join(root, file), 'utf8') !== text,
);
for (const [file, text] of changed) {
  if (process.argv.includes('--check')) {
    console.error(`${file} is not what the migrations say. Run: npm run db:types`);
    process.exitCode = 1;
  } else {
    await writeFile(path.join(root, file), text);
    console.log(`${file} written.`);
  }
}
