import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** Root of the repository. */
export const root = path.resolve(import.meta.dirname, '../..');

/** Where builds land: `dist/<app>/<version>/`. */
export const distDir = path.join(root, 'dist');

/** Every deploy, the host first. */
export const apps = ['shell', 'mfe-marketing', 'mfe-store', 'mfe-dashboard', 'mfe-cms', 'mfe-store-manager'] as const;
export type App = (typeof apps)[number];

/** A name from the command line as an app, or an error with the known ones. */
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

/** A workspace's package.json, as far as the build needs it. */
export function readPackage(folder: string): z.infer<typeof packageSchema> {
  return packageSchema.parse(JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')));
}
