import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ESLint, type Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import { isModuleSchema, packageOf } from '../build/messages/compileCatalogue.ts';
import { folderOf } from '../build/workspace.ts';
import { hasOwnTexts, moduleThatShows } from '../messages/extractMessages.ts';
import { translatedFolders } from '../messages/translatedFolders.ts';
import { root } from '../root.ts';
import { roomOf } from '../rooms.ts';
import { importProblem } from './roomsRule.ts';
import { isRemoteSource, remoteOf } from './remoteFiles.ts';
import { screensWithoutTest } from './screenTests.ts';
import { isOfScreens } from './sourceChecks.ts';

/** What a tool is configured with in a file of the repository's root. */
async function configurationOf<T>(tool: string): Promise<T> {
  return ((await import(/* @vite-ignore */ pathToFileURL(path.join(root, `${tool}.config.ts`)).href)) as { default: T }).default;
}

type Project = { test: { name: string; include?: string[]; exclude?: string[] } };
const { projects } = (await configurationOf<{ test: { projects: Project[] } }>('vitest')).test;
const { workspaces } = await configurationOf<{ workspaces: Record<string, object> }>('knip');
const eslint = new ESLint({ cwd: root, overrideConfigFile: true, overrideConfig: await configurationOf<Linter.Config[]>('eslint') });

/** The rules that a text breaks as a file of this path. */
async function brokenRules(filePath: string, text: string): Promise<string[]> {
  const [result] = await eslint.lintText(text, { filePath, warnIgnored: true });
  return [...new Set((result?.messages ?? []).map(({ ruleId }) => ruleId ?? 'not parsed'))].sort();
}

const screenWithFaults = `import { useEffect } from 'react';
import { toaster } from '@masomo/design-system/overlays';
import { db } from '@chakra-ui/react';
export function LoansPage({ role, error }: { role: string; error: Error }) {
  useEffect(() => db.start());
  if (role === 'admin') useEffect(() => {});
  void fetch('/api');
  void navigator.clipboard;
  toaster.show(error.message + new Intl.NumberFormat());
  return <p title="Loans">Loans</p>;
}
`;

// Rules about files hold in the folder of a module from its first file on, wherever in it that is.
describe.each(['modules/library', 'addons/library'])('in %s', (folder) => {
  it.each(['screens/loans/LoansPage.tsx', 'slots/HomeCard.tsx', 'App.tsx'])(
    'the linter refuses what breaks its rules in %s',
    async (file) => {
      expect(await brokenRules(`${folder}/${file}`, screenWithFaults)).toEqual([
        'masomo/backend-calls-in-shared',
        'masomo/classified-error-texts',
        'masomo/effects-return-nothing-by-accident',
        'masomo/formats-in-domain',
        'masomo/permissions-not-roles',
        'masomo/rooms',
        'masomo/secure-context-in-domain',
        'masomo/texts-are-messages',
        'no-restricted-imports',
        'react-hooks/rules-of-hooks',
      ]);
    },
  );

  it('queries are in data, which has no React', async () => {
    expect(await brokenRules(`${folder}/data/loans.ts`, "export const list = (db: any) => db.from('loans');")).not.toContain(
      'masomo/backend-calls-in-shared',
    );
    expect(await brokenRules(`${folder}/screens/loans/list.ts`, "export const list = (db: any) => db.from('loans');")).toContain(
      'masomo/backend-calls-in-shared',
    );
    for (const name of ['react', '@masomo/design-system', '@masomo/auth', '../screens/loans/LoansPage.tsx', '@supabase/supabase-js'])
      expect(importProblem(`${folder}/data/loans.ts`, name), name).not.toBeNull();
    for (const name of ['zod', '@masomo/data', '@masomo/data/listing', '@masomo/domain/time', './books.ts'])
      expect(importProblem(`${folder}/data/loans.ts`, name), name).toBeNull();
  });

  it('samples of calls beside the schema are no texts that people read', async () => {
    const sample = 'export const access = { lend: (count: number) => ({ title: `Book ${count}` }) };';
    expect(await brokenRules(`${folder}/schema/access.ts`, sample)).toEqual([]);
    expect(await brokenRules(`${folder}/data/loans.ts`, sample)).toEqual(['masomo/texts-are-messages']);
  });

  it.each([
    ['screens/loans/LoansPage.tsx', '../books/BookDialog.tsx'],
    ['screens/loans/LoansPage.tsx', '../../slots/HomeCard.tsx'],
    ['screens/loans/LoansPage.tsx', '../../schema/fixtures.ts'],
    ['screens/loans/LoansPage.tsx', '../../../transport/module.ts'],
    ['screens/loans/LoansPage.tsx', '@masomo/supabase/tests/database.ts'],
    ['slots/HomeCard.tsx', '../screens/loans/LoansPage.tsx'],
    ['App.tsx', 'swr'],
    ['schema/loans.test.ts', '../screens/loans/LoansPage.tsx'],
    ['schema/fixtures.ts', 'react'],
  ])('%s may not import %s', (file, specifier) => expect(importProblem(`${folder}/${file}`, specifier)).not.toBeNull());

  it.each([
    ['screens/loans/LoansPage.tsx', '../shared/BookField.tsx'],
    ['screens/loans/LoansPage.tsx', '../../data/loans.ts'],
    ['screens/loans.test.tsx', '../App.tsx'],
    ['slots/HomeCard.tsx', '../screens/shared/BookField.tsx'],
    ['remote.ts', './module.ts'],
    ['rspack.config.ts', '@masomo/tools/build/remoteConfig.ts'],
    ['schema/loans.test.ts', '@masomo/supabase/tests/database.ts'],
    ['schema/loans.test.ts', './fixtures.ts'],
  ])('%s may import %s', (file, specifier) => expect(importProblem(`${folder}/${file}`, specifier)).toBeNull());

  it('packages that its package.json declares are accepted, but for those of shared rooms', () => {
    const declares = () => ['qrcode', 'react', '@supabase/supabase-js', 'react-dom'];
    expect(roomOf(`${folder}/screens/gate/codeReader.ts`, declares)?.packages).toContain('qrcode');
    expect(roomOf(`${folder}/data/gate.ts`, declares)?.packages).toEqual(['zod', 'qrcode']);
    for (const name of ['@supabase/supabase-js', 'react-dom'])
      expect(roomOf(`${folder}/screens/gate/codeReader.ts`, declares)?.packages).not.toContain(name);
    expect(roomOf(`${folder}/screens/gate/codeReader.ts`, () => [])?.packages).not.toContain('qrcode');
  });

  it('every file has a room, a package, a remote and texts that must be translated', () => {
    for (const file of ['module.ts', 'demo.sql', 'schema/loans.sql', 'screens/loans/LoansPage.tsx', 'data/loans.ts'])
      expect([roomOf(`${folder}/${file}`) !== undefined, packageOf(`${folder}/${file}`), remoteOf(`${folder}/${file}`)]).toEqual([
        true,
        folder,
        folder,
      ]);
    expect(translatedFolders.some((prefix) => `${folder}/screens/loans/LoansPage.tsx`.startsWith(prefix))).toBe(true);
    expect(['module.ts', 'screens/a/APage.tsx', 'slots/A.tsx', 'data/a.ts'].filter((file) => !hasOwnTexts(`${folder}/${file}`))).toEqual(
      [],
    );
    expect(['schema/a.test.ts', 'rspack.config.ts', 'screens/a.test.tsx'].filter((file) => hasOwnTexts(`${folder}/${file}`))).toEqual([]);
    expect([moduleThatShows(`${folder}/schema/loans.sql`), isModuleSchema(`${folder}/schema/loans.sql`)]).toEqual([
      'shared/data/src/errors.ts',
      true,
    ]);
    expect(isOfScreens(`${folder}/screens/loans/LoansPage.tsx`)).toBe(true);
    expect(isRemoteSource(`${folder}/schema/loans.test.ts`)).toBe(false);
  });

  it('screens that no test opens are named', () => {
    const app = "const Loans = lazyScreen(async () => (await import('./screens/loans/LoansPage.tsx')).LoansPage);";
    const sources = { [`${folder}/App.tsx`]: app, [`${folder}/screens/loans/LoansPage.tsx`]: '' };
    expect(screensWithoutTest(new Map(Object.entries(sources)))).toEqual([folder]);
    const tested = { ...sources, [`${folder}/screens/library.test.tsx`]: 'renderRoute(<App />)' };
    expect(screensWithoutTest(new Map(Object.entries(tested)))).toEqual([]);
  });

  it('a test beside the schema has a database, any other does not', () => {
    const projectsOf = (file: string) =>
      projects.flatMap(({ test: { name, include = [], exclude = [] } }) => {
        const isOf = (patterns: string[]) => patterns.some((pattern) => path.posix.matchesGlob(file, pattern));
        return isOf(include) && !isOf(exclude) ? [name] : [];
      });
    expect(projectsOf(`${folder}/schema/loans.test.ts`)).toEqual(['database']);
    expect(projectsOf(`${folder}/screens/loans/loans.test.tsx`)).toEqual(['apps']);
    expect(projectsOf(`${folder}/data/loans.test.ts`)).toEqual(['apps']);
  });

  it('what nothing imports is found', () => {
    const pattern = folder.replace('library', '*');
    expect(workspaces[pattern]).toEqual({ entry: expect.arrayContaining(['{module,remote,extensions}.ts']) });
  });
});

it('the name of a release says its folder', () => {
  expect(['module-library', 'addon-library', 'mfe-cms', 'shell'].map(folderOf)).toEqual([
    'modules/library',
    'addons/library',
    'mfe-cms',
    'shell',
  ]);
});
