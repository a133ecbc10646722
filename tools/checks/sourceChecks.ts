import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { declarationProblems } from '../database/declarations.ts';
import { checkCatalogues } from '../messages/updateCatalogues.ts';
import { roomOf } from '../rooms.ts';
import { findBannedTerms } from './bannedTerms.ts';
import { findCentralLists } from './centralLists.ts';
import { findInDocuments } from './documents.ts';
import { findListFunctionsWithJson } from './listFunctions.ts';
import { findHandMadeLists } from './listScreens.ts';
import { screensWithoutTest, remoteSources } from './screenTests.ts';
import { remoteOf } from './remoteFiles.ts';
import { findFunctionsWithoutCaller } from './sqlCallers.ts';
import { trackedFiles } from './trackedFiles.ts';

const root = path.resolve(import.meta.dirname, '../..');
const isSource = (file: string) => /\.(ts|tsx|mjs|js|jsx|sql)$/.test(file);

/** A rule about the source as a whole; `find` lists every violation. */
export type SourceCheck = { name: string; find: () => string[] };

/** Returns the output of a tool in node_modules/.bin. Its exit status is ignored, because findings also make it non-zero. */
function printed(tool: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(path.join(root, 'node_modules/.bin', tool), args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  });
  if (error || (status !== 0 && stdout.trim() === '')) throw error ?? new Error(`${tool} failed without a result: ${stderr}`);
  return stdout;
}

/** Matching lines in the tracked source files that `among` selects. */
function linesMatching(pattern: RegExp, among: (file: string) => boolean): string[] {
  return trackedFiles()
    .filter((file) => isSource(file) && among(file))
    .flatMap((file) =>
      readFileSync(path.join(root, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
    );
}

const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file) || file.startsWith('e2e/') || file.startsWith('supabase/tests/');

const cycleReport = z.object({
  summary: z.object({ violations: z.array(z.object({ from: z.string(), cycle: z.array(z.object({ name: z.string() })).default([]) })) }),
});

function findCycles(): string[] {
  const { summary } = cycleReport.parse(
    JSON.parse(
      printed('depcruise', [
        '--config',
        'tools/checks/importCycles.json',
        '--output-type',
        'json',
        'shell',
        ...remotes(),
        'shared',
        'deploy',
        'supabase',
        'tools',
        'bench',
        'e2e',
      ]),
    ),
  );
  return summary.violations.map(({ from, cycle }) => [from, ...cycle.map(({ name }) => name)].join(' -> '));
}

const remotes = () => [...new Set(trackedFiles().flatMap((file) => remoteOf(file) ?? []))];

/** Whether people see what a file renders, so that it must ask for permissions instead of roles. */
export const isOfScreens = (file: string) =>
  /\.tsx?$/.test(file) && (file.startsWith('shell/') || remoteOf(file) !== undefined) && !isTest(file);

/** What knip reports: unused files, exports and dependencies, and imports missing from package.json. */
function findUnused(): string[] {
  return printed('knip', ['--reporter', 'compact', '--no-progress'])
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^(npm warn|✂️|Unused|Unlisted|Unresolved|Duplicate)/.test(line));
}

const schemaOutsideAccounts = /^(?:supabase\/schemas\/(?!accounts\/)|(?:modules|addons)\/[^/]+\/schema\/).*\.sql$/;

/** Conditions of a schema file that ask for a role, by name or by a helper that means one, instead of a permission. */
export const asksForRole = new RegExp(
  [
    "role(?:\\(\\))?\\)? (?:=|<>|(?:not )?in|is (?:not )?distinct from) \\(?'(?:super_admin|admin|teacher|staff|parent|student|user)'",
    'case (?:private\\.)?my_role(?:\\(\\))? when',
    'private\\.(?:admin_school|staff_school|is_super_admin)\\(',
  ].join('|'),
);
const schemaFile = /^(supabase\/schemas|(addons|modules)\/[^/]+\/schema)\/.*\.sql$/;
const rolesInSql = () => linesMatching(asksForRole, (file) => schemaOutsideAccounts.test(file));

/** What stops a programmer who declares a table is no refusal: nobody who uses the product reads it. */
const raisesForPeople =
  /^(?:supabase\/schemas\/(?!platform\/(?:changes|refusals|school_tables)\.sql$)|(?:addons|modules)\/[a-z-]+\/schema\/).*\.sql$/;

export const sourceChecks: readonly SourceCheck[] = [
  { name: 'files without a room', find: () => trackedFiles().filter((file) => isSource(file) && !roomOf(file)) },
  { name: 'import cycles', find: findCycles },
  { name: 'unused files, exports and dependencies, imports missing from package.json', find: findUnused },
  {
    name: '`role ===` in components',
    find: () => linesMatching(/\brole\s*[!=]==/, isOfScreens),
  },
  {
    name: '`Intl.` and `toLocale…` outside domain/time, domain/number and domain/money',
    find: () =>
      linesMatching(
        /\bIntl\.|\.toLocale\w*String\b/,
        (file) => !/^shared\/domain\/src\/(time|number|money)/.test(file) && !file.startsWith('tools/checks/'),
      ),
  },
  { name: 'roles, and helpers that stand for roles, in SQL outside accounts', find: () => rolesInSql() },
  { name: 'lines of SQL above 120 columns', find: () => linesMatching(/^.{121,}/, (file) => schemaFile.test(file)) },
  { name: 'schema files whose rows are not those of their declaration', find: declarationProblems },
  { name: 'central lists naming a module or add-on', find: () => findCentralLists() },
  { name: 'pairs of hand-made list screens', find: findHandMadeLists },
  { name: 'SQL functions without a caller', find: findFunctionsWithoutCaller },
  { name: '`jsonb_build_object` in list functions', find: findListFunctionsWithJson },
  {
    name: '`raise exception` in SQL instead of `private.refuse`',
    find: () => linesMatching(/\braise\s+exception\b/i, (file) => raisesForPeople.test(file)),
  },
  { name: 'folders of screens without a test by route', find: () => screensWithoutTest(remoteSources()) },
  {
    name: 'translations that are missing, unused or wrong',
    find: () => checkCatalogues().flatMap(({ name, findings }) => findings.map((finding) => `${name}: ${finding}`)),
  },
  {
    name: 'retired terms of the glossary',
    find: () => findBannedTerms().map(({ file, line, text, instead }) => `${file}:${line}: "${text}", use ${instead}`),
  },
  { name: 'documents that are too long, or not what the program reads', find: findInDocuments },
];
