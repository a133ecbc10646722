import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../root.ts';

const identifier = (slug: string) => slug.replaceAll('-', '_');

/** Texts of the files of a new add-on, by path within `addons/<slug>`. */
function filesOf(slug: string, name: string): Record<string, string> {
  const quoted = `'${name.replaceAll("'", "\\'")}'`;
  return {
    'package.json': `${JSON.stringify(
      {
        name: `@masomo/addon-${slug}`,
        private: true,
        type: 'module',
        version: '0.1.0',
        masomo: { room: 'addon' },
        scripts: { build: 'rspack build' },
        dependencies: {
          ...Object.fromEntries(
            ['auth', 'contracts', 'data', 'design-system', 'domain', 'navigation', 'remote'].map((room) => [`@masomo/${room}`, '0.1.0']),
          ),
          react: '^19.3.1',
        },
      },
      null,
      2,
    )}\n`,
    'rspack.config.ts': `import { remoteConfig } from '@masomo/tools/build/remoteConfig.ts';
import { manifest } from './src/manifest.ts';

export default remoteConfig(import.meta.dirname, manifest);
`,
    'src/manifest.ts': `import type { RemoteManifest } from '@masomo/contracts/remoteManifest';
import { manifestScreens, type ScreenDefinition } from '@masomo/domain/screens';
import { translatable } from '@masomo/domain/translatable';

const home = '/dashboard/addons/${slug}';
const screens: readonly ScreenDefinition[] = [
  { path: home, label: translatable(${quoted}), icon: 'record', access: 'student:read', menu: [{ order: 300 }] },
];

export const manifest: RemoteManifest = {
  name: 'addon-${slug}',
  owns: [home],
  ...manifestScreens('dashboard', screens),
  prerender: false,
  requires: ['addon:${slug}'],
  extensions: [{ slot: 'home/cards', export: 'homeCard', roles: ['admin'], order: 300 }],
};
`,
    'src/remote.ts': `import { catalogues } from '@masomo/i18n/catalogues';
import { defineRemote } from '@masomo/remote';
import { App } from './App.tsx';
import { manifest } from './manifest.ts';

export const { bootstrap, mount, unmount, update } = defineRemote(manifest.name, App, catalogues);
`,
    'src/extensions.ts': `import { catalogues } from '@masomo/i18n/catalogues';
import { defineExtension } from '@masomo/remote/defineExtension';
import { manifest } from './manifest.ts';

export const homeCard = defineExtension<'home/cards'>(
  manifest.name,
  async () => (await import('./home/HomeCard.tsx')).HomeCard,
  catalogues,
);
`,
    'src/App.tsx': `import { Suspense } from 'react';
import { PendingScreen } from '@masomo/design-system';
import { Route, Routes } from '@masomo/navigation';
import { lazyScreen } from '@masomo/remote/lazyScreen';

const Home = lazyScreen(async () => (await import('./home/HomePage.tsx')).HomePage);

export function App() {
  return (
    <Suspense fallback={<PendingScreen />}>
      <Routes>
        <Route path="/dashboard/addons/${slug}" element={<Home />} />
      </Routes>
    </Suspense>
  );
}
`,
    'src/home/HomePage.tsx': `import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { EmptyState } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';

export function HomePage() {
  return (
    <>
      <PageHeader title={t\`${name}\`} description={t\`What this add-on does, in one sentence.\`} />
      <EmptyState title={t\`Nothing here yet\`}>
        <Trans>Say what to do first.</Trans>
      </EmptyState>
    </>
  );
}
`,
    'src/home/HomeCard.tsx': `import { Trans } from '@lingui/react/macro';
import { Card, Heading } from '@masomo/design-system';

/** On the home screen of an administrator. */
export function HomeCard() {
  return (
    <Card.Root>
      <Card.Body>
        <Heading as="h2" size="md">
          <Trans>${name}</Trans>
        </Heading>
      </Card.Body>
    </Card.Root>
  );
}
`,
    'src/home/home.test.tsx': `// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { renderRoute } from '@masomo/testing';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { App } from '../App.tsx';

it('opens', async () => {
  renderRoute(<App />, { path: '/dashboard/addons/${slug}' });
  expect(await screen.findByRole('heading', { level: 1, name: ${quoted} })).toBeVisible();
});
`,
  };
}

/** Where its tables and functions go. */
const schemaOf = (
  slug: string,
  name: string,
) => `-- ${name}. Every policy asks private.addon_school('addon:${slug}'), every function private.require_addon('addon:${slug}').
`;

/** Makes the folder of a new add-on, its schema file and their entries. Rejects when the name is taken or not a name. Returns the files. */
export async function newAddon(slug: string, name: string): Promise<string[]> {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(slug) || slug.length > 34)
    throw new Error('Name the add-on in lower case with hyphens, at most 34 letters: npm run addon -- new school-bus "School Bus"');
  if (!/^[\p{L}\p{N}][\p{L}\p{N} '&-]{1,60}$/u.test(name))
    throw new Error('Give the name that people read: npm run addon -- new school-bus "School Bus"');
  const folder = path.join(root, 'addons', slug);
  if (existsSync(folder)) throw new Error(`addons/${slug} exists already.`);
  const schema = `supabase/schemas/addons/${identifier(slug)}.sql`;
  const written: string[] = [];
  const write = async (file: string, text: string) => {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), text);
    written.push(file);
  };
  for (const [file, text] of Object.entries(filesOf(slug, name))) await write(`addons/${slug}/${file}`, text);
  await write(schema, schemaOf(slug, name));
  await addLine('supabase/config.toml', '  "./schemas/addons/addons.sql",\n', `  "./schemas/addons/${identifier(slug)}.sql",\n`);
  await addLine('tools/rooms.ts', "  remote('mfe-store-manager'),\n", `  remote('addons/${slug}'),\n`);
  return [...written, 'supabase/config.toml', 'tools/rooms.ts'];
}

/** Adds a line to a file of the repository after another one. */
async function addLine(file: string, after: string, line: string): Promise<void> {
  const text = await readFile(path.join(root, file), 'utf8');
  if (!text.includes(after)) throw new Error(`${file} has no line ${after.trim()}, after which the add-on is entered.`);
  await writeFile(path.join(root, file), text.replace(after, after + line));
}
