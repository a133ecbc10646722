import { newModule, type ModuleKind } from './newModule.ts';

/** `npm run module -- new <slug> "<Title>"`, and the same of an add-on. */
export async function newModuleCommand(kind: ModuleKind, [command, slug = '', title = '']: readonly string[]): Promise<void> {
  try {
    if (command !== 'new') throw new Error(`Usage: npm run ${kind} -- new school-bus "School Bus"`);
    for (const file of await newModule(kind, slug, title)) console.log(file);
    console.log(`\nNext: npm install, then docs/modules.md.`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
