import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { allowedSchema, auditSchema, judgeAudit } from './judgeAudit.ts';

const advisory = 'GHSA-abcd-1234-efgh';
const audit = auditSchema.parse({
  vulnerabilities: {
    parser: {
      via: [{ source: 1, name: 'parser', title: 'Endless loop', url: `https://github.com/advisories/${advisory}`, severity: 'high' }],
    },
    framework: { via: ['parser'] },
  },
});
const allow = (until: string) => [{ advisory, package: 'parser', reason: 'Only build scripts of this repository are parsed.', until }];

it('reports what is open, allows what is reasoned and not expired, and reports what is allowed for nothing', () => {
  expect(judgeAudit(audit, [], '2026-11-23')).toEqual([expect.stringMatching(/^high: parser: Endless loop/)]);
  expect(judgeAudit(audit, allow('2026-12-31'), '2026-11-23')).toEqual([]);
  expect(judgeAudit(audit, allow('2026-11-22'), '2026-11-23')).toEqual([
    expect.stringContaining('Endless loop'),
    expect.stringContaining('judge it again'),
  ]);
  expect(judgeAudit({ vulnerabilities: {} }, allow('2026-12-31'), '2026-11-23')).toEqual([expect.stringContaining('no longer reported')]);
});

it('accepts no entry without a reason and a date', () => {
  expect(allowedSchema.safeParse(JSON.parse(readFileSync(path.join(import.meta.dirname, 'allowed.json'), 'utf8'))).success).toBe(true);
  expect(allowedSchema.safeParse([{ ...allow('2026-12-31')[0], reason: 'fine' }]).success).toBe(false);
  expect(allowedSchema.safeParse([{ ...allow('some day')[0] }]).success).toBe(false);
});
