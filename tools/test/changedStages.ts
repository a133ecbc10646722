import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from '../root.ts';
import { planChanged } from './changedPlan.ts';
import { databaseTestsOf } from './databaseTests.ts';
import { journeysOf, journeySteps } from './journeys.ts';
import { commandStep, sourcesStep, vitestStep, type Stages } from './steps.ts';

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 << 20 });
const lines = (text: string) => text.split('\n').filter((line) => line !== '');

/** Every file that differs from where the branch left `base`, committed or not. */
export function changedFiles(base: string): string[] {
  const from = git('merge-base', base, 'HEAD').trim();
  const changed = lines(git('diff', '--name-only', '--no-renames', from));
  return [...new Set([...changed, ...lines(git('ls-files', '--others', '--exclude-standard'))])].sort();
}

/** What the changed files can break, as steps. */
export function changedStages(files: readonly string[]): Stages {
  const plan = planChanged(files);
  const exists = (file: string) => existsSync(path.join(root, file));
  const projects = ['unit', 'apps', 'rules', 'deno', ...(plan.database === 'all' ? [] : ['database'])];
  const databaseTests = plan.database === 'all' ? [] : databaseTestsOf(plan.database.filter(exists));
  // Who imported a file that is gone is found by the compiler.
  const related = plan.related.filter(exists);
  const journeys = [...new Set([...journeysOf(plan.modules), ...plan.journeys])].sort().filter((file) => exists(`e2e/journeys/${file}`));
  return [
    [
      sourcesStep('types, lint and formatting', {
        types: plan.types,
        lint: plan.lint.filter(exists),
        format: files.filter(exists),
      }),
    ],
    related.length > 0
      ? [vitestStep('tests that import what changed', projects, ['related', '--run', '--passWithNoTests', ...related])]
      : [],
    plan.readers.length > 0 ? [vitestStep('tests that read what changed', ['unit', 'apps', 'rules'], ['run', ...plan.readers])] : [],
    plan.database === 'all' ? [vitestStep('database tests', ['database'])] : [],
    databaseTests.length > 0 ? [vitestStep('database tests of what changed', ['database'], ['run', ...databaseTests])] : [],
    // Without a migration a changed schema file reaches no database, so that no test of a database would notice it.
    plan.database.length > 0 ? [commandStep('schemas and migrations', 'db-check')] : [],
    plan.database.length > 0 ? [commandStep('generated types', 'db-types', '--check')] : [],
    plan.build === 'all' || plan.build.length > 0
      ? [commandStep('builds and JavaScript budget', 'build', ...(plan.build === 'all' ? [] : plan.build))]
      : [],
    journeySteps(journeys),
  ];
}
