import type { Built } from './buildChanged.ts';
import { readFigures } from './figures.ts';

/** Upper limits in bytes of brotli JavaScript. */
export const budget = {
  firstVisit: 209 * 1024,
  remoteOverhead: 20 * 1024,
  texts: 2 * 1024,
  translations: 37 * 1024,
  staff: 123 * 1024,
  later: 112 * 1024,
};

/** A measured size and its limit, in bytes. */
export type SizeMeasurement = { what: string; bytes: number; limit: number };

/** Measures the sizes under budget: the scripts of a first visit to `/`, and what each other remote adds beyond its own screens. */
export async function measureSizes(built: readonly Built[]): Promise<SizeMeasurement[]> {
  const figures = new Map(await Promise.all(built.map(async ({ app, folder }) => [app, await readFigures(folder)] as const)));
  const shell = figures.get('shell');
  const home = figures.get('mfe-marketing');
  const measurements: SizeMeasurement[] = [];
  if (shell && home)
    measurements.push(
      { what: 'first visit of /', bytes: shell.initial + home.initial, limit: budget.firstVisit },
      { what: 'texts in two languages, of the first visit of /', bytes: shell.texts + home.texts, limit: budget.texts },
      {
        what: 'Swahili texts of /sw, which no page in English loads',
        bytes: shell.translations + home.translations,
        limit: budget.translations,
      },
      // More of it may be a copy of what a first visit has.
      { what: 'modules for staff screens, beyond the first visit', bytes: shell.staff, limit: budget.staff },
      { what: 'modules that screens load after their first paint: charts', bytes: shell.later, limit: budget.later },
    );
  for (const [app, { overhead }] of figures) {
    if (app !== 'shell' && app !== 'mfe-marketing')
      measurements.push({ what: `${app} beyond its own screens`, bytes: overhead, limit: budget.remoteOverhead });
  }
  return measurements;
}

/** `214.3 KB of 220 KB` */
export function describeSize({ bytes, limit }: SizeMeasurement): string {
  return `${(bytes / 1024).toFixed(1)} KB of ${limit / 1024} KB`;
}

/** Throws an error that lists every size over its limit. */
export function assertWithinBudget(measured: readonly SizeMeasurement[]): void {
  const over = measured.filter(({ bytes, limit }) => bytes > limit);
  if (over.length === 0) return;
  throw new Error(`Over the JavaScript budget (brotli): ${over.map((entry) => `${entry.what} is ${describeSize(entry)}`).join('; ')}.`);
}
