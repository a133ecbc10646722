import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { root } from '../root.ts';

/** Builds are written to `dist/<app>/<version>/`. */
export const distDir = path.join(root, 'dist');

const addonPrefix = 'addon-';
const addonsFolder = path.join(root, 'addons');

/** Every deployable app, the host first and the add-ons last. */
export const apps: readonly App[] = [
  'shell',
  'mfe-marketing',
  'mfe-store',
  'mfe-dashboard',
  'mfe-cms',
  'mfe-store-manager',
  ...readdirSync(addonsFolder)
    .sort()
    .map((slug): App => `addon-${slug}`),
];
export type App =
  'shell' | 'mfe-marketing' | 'mfe-store' | 'mfe-dashboard' | 'mfe-cms' | 'mfe-store-manager' | `${typeof addonPrefix}${string}`;

/** Folder of an app, relative to the repository root; that of an add-on is `addons/<slug>`. */
export function folderOf(app: string): string {
  return app.startsWith(addonPrefix) ? `addons/${app.slice(addonPrefix.length)}` : app;
}

/** The app whose folder this is. */
export function appOf(folder: string): App {
  const relative = path.relative(root, folder).split(path.sep).join('/');
  return parseApp(relative.startsWith('addons/') ? relative.replace('addons/', addonPrefix) : relative);
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
