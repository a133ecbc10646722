import { describe, expect, it } from 'vitest';
import { refusal, superAdmin, useDatabase } from '../database.ts';

const database = useDatabase();
const sample = (metric: string, value: number, version = '0.1.0-a') => ({ app: 'mfe-store', version, metric, value });
const failure = { app: 'mfe-store', version: '0.1.0-b', number: 'SHELL-012', detail: 'no' };
const report = (visit: string, samples: unknown[], failures: unknown[]) =>
  database.as(null, (client) =>
    client.query('select public.report_releases($1, $2, $3, $4, $5)', [
      visit,
      '/store',
      JSON.stringify({ shell: '0.1.0-a' }),
      JSON.stringify(samples),
      JSON.stringify(failures),
    ]),
  );

describe('reports about releases', () => {
  it('are counted per version, with the 75th percentile, for super admins alone', async () => {
    await report('visit-one', [100, 200, 300, 400, 500].map((value) => sample('load', value)).concat(sample('LCP', 900)), []);
    await report('visit-two', [], [failure, failure]);
    await report('visit-three', [], [failure]);
    const { rows } = await database.as(superAdmin, (client) =>
      client.query(
        "select app, version, loads, failures, failed_visits, load_p75, lcp_p75 from public.release_health() where app = 'mfe-store' order by version",
      ),
    );
    expect(rows).toEqual([
      { app: 'mfe-store', version: '0.1.0-a', loads: 5, failures: 0, failed_visits: 0, load_p75: 400, lcp_p75: 900 },
      { app: 'mfe-store', version: '0.1.0-b', loads: 0, failures: 3, failed_visits: 2, load_p75: null, lcp_p75: null },
    ]);
    expect((await refusal(database.as(null, (client) => client.query('select public.release_health()'))))?.code).toBe('42501');
  });

  it.each(['addon-quick-fees', 'module-library'])('may be about %s', async (app) => {
    await report(`visit-${app}`, [{ ...sample('load', 100), app }], [{ ...failure, app }]);
    const { rows } = await database.as(superAdmin, (client) =>
      client.query('select loads, failures from public.release_health() where app = $1 order by version', [app]),
    );
    expect(rows).toEqual([
      { loads: 1, failures: 0 },
      { loads: 0, failures: 1 },
    ]);
  });

  it('are limited per tab and refused when they make no sense', async () => {
    for (let turn = 0; turn < 60; turn += 1) await report('visit-busy', [], []);
    expect((await refusal(report('visit-busy', [], [])))?.hint).toBe('request.too_many');
    expect((await refusal(report('short', [], [])))?.hint).toBe('report.invalid');
    expect(
      (
        await refusal(
          report(
            'visit-many',
            Array.from({ length: 41 }, () => sample('load', 1)),
            [],
          ),
        )
      )?.hint,
    ).toBe('report.invalid');
    expect((await refusal(report('visit-odd', [sample('mood', 1)], [])))?.code).toBe('23514');
    expect((await refusal(report('visit-odd', [], [{ ...failure, app: '<script>' }])))?.code).toBe('23514');
  });

  it('the role for canary releases is the caller’s own, and null without a session', async () => {
    expect(
      (await database.as(superAdmin, (client) => client.query<{ own_role: string }>('select public.own_role()'))).rows[0]?.own_role,
    ).toBe('super_admin');
    expect((await refusal(database.as(null, (client) => client.query('select public.own_role()'))))?.code).toBe('42501');
  });

  it('the release door knows a super admin by email and refuses others', async () => {
    const { rows } = await database.as(superAdmin, (client) => client.query<{ release_author: string }>('select public.release_author()'));
    expect(rows[0]?.release_author).toContain('@');
    expect((await refusal(database.as(null, (client) => client.query('select public.release_author()'))))?.code).toBe('42501');
  });
});
