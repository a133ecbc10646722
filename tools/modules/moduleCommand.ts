import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runTool } from '../process/runTool.ts';
import { root } from '../root.ts';
import { newModule, type ModuleKind } from './newModule.ts';
import { planRemoval, releasedMigrations, removeFiles, retirement } from './removeModule.ts';

const migrations = () => globSync('supabase/migrations/*.sql', { cwd: root }).sort();

/** Deletes a module; a released one is retired by a migration, which keeps what it had for its schools. */
async function remove(kind: ModuleKind, slug: string, base: string): Promise<void> {
  const removal = planRemoval(`${kind}s/${slug}`, releasedMigrations(base));
  for (const file of removeFiles(removal)) console.log(`${file} deleted.`);
  if (removal.isReleased) {
    const before = new Set(migrations());
    await runTool('node', ['tools/commands/db-diff.ts', `retire_${slug.replaceAll('-', '_')}`]);
    const [first] = migrations().filter((file) => !before.has(file));
    if (first === undefined) throw new Error('No migration was written.');
    const file = path.join(root, first);
    writeFileSync(file, retirement(removal.feature) + readFileSync(file, 'utf8'));
  }
  console.log('\nNext: npm install, npm run db:types and npm run messages.');
}

/** `npm run module -- new <slug> "<Title>"` and `npm run module -- remove <slug>`, and the same of an add-on. */
export async function moduleCommand(kind: ModuleKind, args: readonly string[]): Promise<void> {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { base: { type: 'string', default: 'main' } },
    });
    const [command, slug = '', title = ''] = positionals;
    if (command === 'new') {
      for (const file of await newModule(kind, slug, title)) console.log(file);
      console.log(`\nNext: npm install, then docs/modules.md.`);
    } else if (command === 'remove') await remove(kind, slug, values.base);
    else throw new Error(`Usage: npm run ${kind} -- new school-bus "School Bus", or: npm run ${kind} -- remove school-bus`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
