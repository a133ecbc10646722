import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** The repository root. */
export const root = path.resolve(import.meta.dirname, '../..');

/** Builds are written to `dist/<app>/<version>/`. */
export const distDir = path.join(root, 'dist');

/** Every deployable app, the host first. */
export const apps = ['shell', 'mfe-marketing', 'mfe-store', 'mfe-dashboard', 'mfe-cms', 'mfe-store-manager'] as const;
export type App = (typeof apps)[number];

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
