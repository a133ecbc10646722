import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { root } from '../root.ts';

/** Builds are written to `dist/<app>/<version>/`. */
export const distDir = path.join(root, 'dist');

/** What an app is named after -> where its folder is; any other app has its own name for a folder. */
const kinds = { 'module-': 'modules/', 'addon-': 'addons/' } as const;
type Prefix = keyof typeof kinds;
const prefixes = Object.keys(kinds) as Prefix[];

/** Every deployable app, the host first, the modules and add-ons last. */
export const apps: readonly App[] = [
  'shell',
  'mfe-marketing',
  'mfe-store',
  'mfe-dashboard',
  'mfe-cms',
  'mfe-store-manager',
  ...prefixes.flatMap((prefix) =>
    globSync(`${kinds[prefix]}*/package.json`, { cwd: root })
      .map((file) => path.basename(path.dirname(file)))
      .sort()
      .map((slug): App => `${prefix}${slug}`),
  ),
];
export type App = 'shell' | 'mfe-marketing' | 'mfe-store' | 'mfe-dashboard' | 'mfe-cms' | 'mfe-store-manager' | `${Prefix}${string}`;

/** Folder of an app, relative to the repository root: `modules/<slug>` of a module, `addons/<slug>` of an add-on. */
export function folderOf(app: string): string {
  const prefix = prefixes.find((candidate) => app.startsWith(candidate));
  return prefix ? kinds[prefix] + app.slice(prefix.length) : app;
}

/** Folder of an app's sources, relative to the repository root: with a `module.ts`, the whole folder. */
export function sourcesOf(app: string): string {
  const folder = folderOf(app);
  return existsSync(path.join(root, folder, 'module.ts')) ? folder : `${folder}/src`;
}

/** The app whose folder this is. */
export function appOf(folder: string): App {
  const relative = path.relative(root, folder).split(path.sep).join('/');
  const prefix = prefixes.find((candidate) => relative.startsWith(kinds[candidate]));
  return parseApp(prefix ? relative.replace(kinds[prefix], prefix) : relative);
}

/** Validates an app name from the command line; the error lists the known ones. */
export function parseApp(name: string): App {
  const app = apps.find((known) => known === name);
  if (!app) throw new Error(`There is no app "${name}". Known: ${apps.join(', ')}.`);
  return app;
}

const packageSchema = z.object({
  name: z.string(),
  version: z.string(),
  exports: z.record(z.string(), z.string()).optional(),
});

/** Reads the fields of a workspace's package.json that the build needs. */
export function readPackage(folder: string): z.infer<typeof packageSchema> {
  return packageSchema.parse(JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')));
}
