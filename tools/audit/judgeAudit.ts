import { z } from 'zod';

const advisorySchema = z.object({
  source: z.number(),
  name: z.string(),
  title: z.string(),
  url: z.string(),
  severity: z.enum(['info', 'low', 'moderate', 'high', 'critical']),
});
type Advisory = z.infer<typeof advisorySchema>;

/** What `npm audit --json` prints. An entry of `via` that is a text names another package of the list. */
export const auditSchema = z.object({
  vulnerabilities: z.record(z.string(), z.object({ via: z.array(z.union([z.string(), advisorySchema])) })),
});

/** Advisories that do not concern this product, each with its reason and until when that was judged. */
export const allowedSchema = z.array(
  z.object({
    advisory: z.string().regex(/^GHSA(?:-[0-9a-z]{4}){3}$/, 'must be the id of an advisory, such as GHSA-xxxx-xxxx-xxxx'),
    package: z.string().min(1),
    reason: z.string().min(20, 'must say why the product is not affected'),
    until: z.iso.date(),
  }),
);
type Allowed = z.infer<typeof allowedSchema>;

const idOf = ({ url }: Advisory) => url.split('/').at(-1) ?? url;

/** What has to be done, one line each; empty when nothing is open. `today` is an ISO date. */
export function judgeAudit(audit: z.infer<typeof auditSchema>, allowed: Allowed, today: string): string[] {
  const advisories = new Map(
    Object.values(audit.vulnerabilities)
      .flatMap(({ via }) => via)
      .filter((entry) => typeof entry !== 'string')
      .map((advisory) => [`${idOf(advisory)} ${advisory.name}`, advisory]),
  );
  const keyOf = (entry: Allowed[number]) => `${entry.advisory} ${entry.package}`;
  const isAllowed = (key: string) => allowed.some((entry) => keyOf(entry) === key && entry.until >= today);
  return [
    ...[...advisories]
      .filter(([key]) => !isAllowed(key))
      .map(([, { name, severity, title, url }]) => `${severity}: ${name}: ${title} (${url})`),
    ...allowed
      .filter((entry) => !advisories.has(keyOf(entry)))
      .map((entry) => `${entry.advisory} of ${entry.package} is no longer reported: remove it from tools/audit/allowed.json`),
    ...allowed
      .filter((entry) => entry.until < today && advisories.has(keyOf(entry)))
      .map((entry) => `${entry.advisory} of ${entry.package} was allowed until ${entry.until}: judge it again`),
  ];
}
