import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { appOf } from '../build/workspace.ts';
import { root } from '../root.ts';
import { journeysOf, journeySteps } from './journeys.ts';
import { commandStep, sourcesStep, vitestStep, type Stages } from './steps.ts';

/** Tests that try each table and function of the API as every role, by its name. */
const policyTests = ['tableAccess', 'functionAccess', 'otherSchools', 'columnGrants', 'plans'].map(
  (name) => `supabase/tests/access/${name}.test.ts`,
);

/** The names of the tables and functions of the API that a schema file makes. */
export const namesOfApi = (sql: string): string[] => [
  ...new Set([...sql.matchAll(/^create (?:or replace )?(?:table|view|function) public\.(\w+)/gim)].map(([, name = '']) => name)),
];

/** All that belongs to a module or an add-on: its sources, its tests, its tables and functions as every role, its journeys. */
export function moduleStages(given: string): Stages {
  const folder = given.replace(/\/$/, '');
  if (!/^(modules|addons)\/[^/]+$/.test(folder) || !existsSync(path.join(root, folder, 'module.ts')))
    throw new Error(`There is no module in "${given}". Give its folder, as in: npm test -- addons/<name>`);
  const app = appOf(path.join(root, folder));
  const schema = globSync(`${folder}/schema/*.sql`, { cwd: root }).map((file) => readFileSync(path.join(root, file), 'utf8'));
  const names = namesOfApi(schema.join('\n'));
  const hasTests = (pattern: string) => globSync(`${folder}/${pattern}`, { cwd: root }).length > 0;
  return [
    [
      sourcesStep('types, lint and formatting', { types: true, lint: [folder], format: [folder] }),
      vitestStep('unit and component tests', ['apps'], ['run', `${folder}/`, '--passWithNoTests']),
    ],
    [
      commandStep('build and JavaScript budget', 'build', app),
      ...(schema.length > 0 ? [commandStep('schema and migrations', 'db-check')] : []),
    ],
    [
      ...(hasTests('schema/**/*.test.ts') ? [vitestStep('tests of the schema', ['database'], ['run', `${folder}/`])] : []),
      ...(names.length > 0
        ? [
            vitestStep(
              'policies, as every role',
              ['database'],
              ['run', ...policyTests, '-t', `names every (table|function)|\\b(${names.join('|')})\\b`],
            ),
          ]
        : []),
    ],
    journeySteps(journeysOf([app])),
  ];
}
