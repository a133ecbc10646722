import * as z from 'zod/mini';
import { appName } from './appName.ts';
import { loadedVersionsSchema } from './loadedVersions.ts';

const app = z.string().check(z.regex(appName));
const version = z.string().check(z.minLength(1), z.maxLength(40));

/** What a tab reports about the releases it runs; it holds nothing about the visitor. */
export const releaseReportSchema = z.object({
  /** Random number of this tab. */
  visit: z.string().check(z.regex(/^[0-9a-f-]{8,64}$/)),
  /** Path of the page, without query. */
  path: z.string().check(z.maxLength(200)),
  /** The versions loaded together. */
  versions: loadedVersionsSchema,
  samples: z
    .array(
      z.object({
        app,
        version,
        metric: z.enum(['load', 'LCP', 'CLS', 'INP', 'FCP', 'TTFB']),
        value: z.number().check(z.gte(0), z.lt(600_000)),
      }),
    )
    .check(z.maxLength(40)),
  failures: z
    .array(z.object({ app, version, number: z.string().check(z.regex(/^SHELL-\d{3}$/)), detail: z.string().check(z.maxLength(500)) }))
    .check(z.maxLength(10)),
});
export type ReleaseReport = z.infer<typeof releaseReportSchema>;
