import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { configurationFile, readDocument, withSettings } from '../checks/documents.ts';
import { root } from '../root.ts';

/** `npm run settings` writes the list of settings from `readEnvironment.ts` into the documents; `-- --check` fails when it is not up to date. */
const text = readDocument(configurationFile);
const current = withSettings(text);
if (!process.argv.includes('--check')) writeFileSync(path.join(root, configurationFile), current);
else if (text !== current) {
  console.error(`${configurationFile} is not what the program reads. Run: npm run settings`);
  process.exitCode = 1;
}
