import { globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { JobKind } from './defineJob.ts';

export type JobKinds = ReadonlyMap<string, JobKind>;

const root = path.resolve(import.meta.dirname, '../../..');
/** The core's jobs, and those of each module and add-on. */
const folders = ['deploy/worker/src/jobs', '{modules,addons}/*/jobs'];

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The kind that a file declares: its name, behind that of its module. */
function kindOf(file: string): string {
  const [, module] = /^(?:modules|addons)\/([^/]+)\//.exec(file) ?? [];
  const name = kebab(path.basename(file, '.ts'));
  return module ? `${module}-${name}` : name;
}

/** Every kind of job by its name, found by the folder of its file. */
export async function findJobs(base = root): Promise<JobKinds> {
  const files = globSync(
    folders.map((folder) => `${folder}/*.ts`),
    { cwd: base },
  ).filter((file) => !file.endsWith('.test.ts'));
  const kinds = files.toSorted().map(async (file): Promise<[string, JobKind]> => {
    const { default: kind }: { default?: JobKind } = await import(pathToFileURL(path.join(base, file)).href);
    if (!kind) throw new Error(`${file} exports no job. Write: export default defineJob({ step: … })`);
    return [kindOf(file), kind];
  });
  return new Map(await Promise.all(kinds));
}
