import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../root.ts';
import { browserStep, type Step } from './steps.ts';

const folder = path.join(root, 'e2e/journeys');

/** The files with journeys of these apps, which a test names as a tag: `@addon-<name>`. */
export function journeysOf(apps: readonly string[]): string[] {
  if (apps.length === 0) return [];
  const tag = new RegExp(`'@(?:${apps.join('|')})'`);
  return readdirSync(folder)
    .filter((file) => tag.test(readFileSync(path.join(folder, file), 'utf8')))
    .sort();
}

/** Runs these files of journeys, long tests too, and starts only the products that they run in; no step without files. */
export const journeySteps = (files: readonly string[]): Step[] =>
  files.length === 0
    ? []
    : [
        browserStep(
          files.map((file) => `journeys/${file}`),
          { E2E_JOURNEYS: files.join(' ') },
        ),
      ];
