import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { moduleRows } from '../database/declarations.ts';
import { root } from '../root.ts';

/** Whether every school has it, or those whose licence switches it on. */
export type ModuleKind = 'module' | 'addon';

const packageOf = (kind: ModuleKind, slug: string) => ({
  name: `@masomo/${kind}-${slug}`,
  private: true,
  type: 'module',
  version: '0.1.0',
  masomo: { room: kind },
  scripts: { build: 'rspack build' },
  dependencies: {
    ...Object.fromEntries(['design-system', 'domain', 'navigation', 'remote'].map((room) => [`@masomo/${room}`, '0.1.0'])),
    react: '^19.3.1',
  },
});

/** Texts of the files of a new module, by path within its folder. */
export function moduleFiles(kind: ModuleKind, slug: string, title: string): Record<string, string> {
  const quoted = title.includes("'") ? `"${title}"` : `'${title}'`;
  const home = kind === 'addon' ? `/dashboard/addons/${slug}` : `/dashboard/${slug}`;
  const table = slug.replaceAll('-', '_');
  return {
    'package.json': `${JSON.stringify(packageOf(kind, slug), null, 2)}\n`,
    'rspack.config.ts': `import { remoteConfig } from '@masomo/tools/build/remoteConfig.ts';
import { manifest } from './module.ts';

export default remoteConfig(import.meta.dirname, manifest);
`,
    'module.ts': `import { defineModule } from '@masomo/domain/modules';
import { translatable } from '@masomo/domain/translatable';

const home = '${home}';

export const { declaration, manifest } = defineModule({
  feature: '${kind}:${slug}',
${kind === 'addon' ? `  soldAs: ${quoted},\n` : ''}  permissions: {},
  screens: [{ path: home, label: translatable(${quoted}), icon: 'record', access: 'student:read', menu: [{ order: 300 }] }],
  slots: [{ slot: 'home/cards', export: 'homeCard', for: 'school:run', order: 300 }],
  records: [],
});
`,
    'remote.ts': `import { catalogues } from '@masomo/i18n/catalogues';
import { defineRemote } from '@masomo/remote';
import { App } from './App.tsx';
import { manifest } from './module.ts';

export const { bootstrap, mount, unmount, update } = defineRemote(manifest.name, App, catalogues);
`,
    'extensions.ts': `import { catalogues } from '@masomo/i18n/catalogues';
import { defineExtension } from '@masomo/remote/defineExtension';
import { manifest } from './module.ts';

export const homeCard = defineExtension<'home/cards'>(
  manifest.name,
  async () => (await import('./slots/HomeCard.tsx')).HomeCard,
  catalogues,
);

export const help = async () => (await import('./help.ts')).help;
`,
    'help.ts': `import type { HelpArticle } from '@masomo/remote/help';

/** What the manual says of the screens, in both languages. */
export const help: readonly HelpArticle[] = [
  {
    path: '${home}',
    title: [${quoted}, ${quoted}],
    sentence: ['What this is for, in one sentence.', 'Hii ni ya nini, kwa sentensi moja.'],
    steps: [['Say what to do first.', 'Sema la kufanya kwanza.']],
  },
];
`,
    'App.tsx': `import { Suspense } from 'react';
import { PendingScreen } from '@masomo/design-system';
import { Navigate, Route, Routes } from '@masomo/navigation';
import { lazyScreen } from '@masomo/remote/lazyScreen';

const Home = lazyScreen(async () => (await import('./screens/home/HomePage.tsx')).HomePage);

export function App() {
  return (
    <Suspense fallback={<PendingScreen />}>
      <Routes>
        <Route path="${home}" element={<Home />} />
        <Route path="*" element={<Navigate to="${home}" replace />} />
      </Routes>
    </Suspense>
  );
}
`,
    'screens/home/HomePage.tsx': `import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { EmptyState } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';

export function HomePage() {
  return (
    <>
      <PageHeader title={t\`${title}\`} description={t\`What this is for, in one sentence.\`} />
      <EmptyState title={t\`Nothing here yet\`}>
        <Trans>Say what to do first.</Trans>
      </EmptyState>
    </>
  );
}
`,
    'screens/home/home.test.tsx': `// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { renderRoute } from '@masomo/testing';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { App } from '../../App.tsx';

afterEach(cleanup);

it.each(['${home}', '${home}/nowhere'])('opens at %s', async (path) => {
  renderRoute(<App />, { path });
  expect(await screen.findByRole('heading', { level: 1, name: ${quoted} })).toBeVisible();
});
`,
    'slots/HomeCard.tsx': `import { Trans } from '@lingui/react/macro';
import { Card, Heading } from '@masomo/design-system';

/** On the home screen of an administrator. */
export function HomeCard() {
  return (
    <Card.Root>
      <Card.Body>
        <Heading as="h2" size="md">
          <Trans>${title}</Trans>
        </Heading>
      </Card.Body>
    </Card.Root>
  );
}
`,
    [`schema/${table}.sql`]: `-- ${title}. Every policy asks private.addon_school('${kind}:${slug}'), every function private.require_addon('${kind}:${slug}').
-- A table of a school says its duties after its indexes; one about children also subject => 'student_id', erase => 'delete':
-- select private.school_table('public.${table}', feature => '${kind}:${slug}', audit => true, counts_use => true);
-- Its mails: private.mail_kind and private.said_mail in ${table}_mails.sql, whose translations npm run messages puts into mails/.
`,
    'schema/declared.sql': moduleRows({
      feature: `${kind}:${slug}`,
      ...(kind === 'addon' ? { soldAs: title } : {}),
      permissions: {},
      settings: [],
      records: [],
    }),
    'schema/access.ts': `import type { ModuleAccess } from '@masomo/tools/modules/access.ts';

/** Who may do what, written down a second time, so that a test can compare. */
export const access: ModuleAccess = {
  // ${table}: { select: { admin: 'school', staff: 'school' } },
  tables: {},
  // save_${table}: ['admin', 'staff'],
  functions: {},
};
`,
    'fixture.sql': `-- Rows of both schools for the tests of access; \`part\` has a class, a student, a subject and staff of each:
-- insert into public.${table} (school_id, student_id) select school, student from part;
`,
    'demo.sql': `-- What the demonstration shows of ${title}.
`,
  };
}

/**
 * Makes the folder of a new module or add-on; nothing else in the repository changes. Rejects when the name is taken or not a name.
 * Returns the files.
 */
export async function newModule(kind: ModuleKind, slug: string, title: string, repository = root): Promise<string[]> {
  const example = `npm run ${kind} -- new school-bus "School Bus"`;
  // Releases, reports and routes know names of letters and hyphens only.
  if (!/^[a-z]+(-[a-z]+)*$/.test(slug) || slug.length > 34)
    throw new Error(`Give a name in lower case with hyphens, at most 34 letters: ${example}`);
  if (!/^[\p{L}\p{N}][\p{L}\p{N} '&-]{1,60}$/u.test(title)) throw new Error(`Give the title that people read: ${example}`);
  for (const folder of [`modules/${slug}`, `addons/${slug}`])
    if (existsSync(path.join(repository, folder))) throw new Error(`${folder} exists already.`);
  const written: string[] = [];
  for (const [name, text] of Object.entries(moduleFiles(kind, slug, title))) {
    const file = `${kind}s/${slug}/${name}`;
    await mkdir(path.dirname(path.join(repository, file)), { recursive: true });
    await writeFile(path.join(repository, file), text);
    written.push(file);
  }
  return written;
}
