import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { accounts } from '../browser/demoAccounts.ts';
import { ensureChromium } from '../browser/chromium.ts';
import { openVariant } from '../browser/openVariant.ts';
import { ensurePostgres15, postgres15Folder } from '../database/postgres15.ts';
import { fuzz } from '../fuzz/fuzz.ts';
import { readEnvironment } from '../process/readEnvironment.ts';
import { runTool } from '../process/runTool.ts';
import { readSecurityTable } from '../test/securityTable.ts';

const usage = `npm run test:security [-- --on embedded|postgres-15|two-gateways]

Runs what docs/security.md names and prints its table with the figures: on the embedded backend, or on PostgreSQL 15. On two gateways
behind nginx it runs the table's browser journeys and 2,000 fuzzed requests. Exits with status 1 when a row does not hold.`;

const environments = ['embedded', 'postgres-15', 'two-gateways'] as const;
const fuzzedRequests = 2_000;
const reportSchema = z.object({
  testResults: z.array(z.object({ name: z.string(), status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) })),
});

const { values } = parseArgs({ options: { on: { type: 'string', default: 'embedded' }, help: { type: 'boolean', short: 'h' } } });
const environment = environments.find((name) => name === values.on);
if (values.help || !environment) {
  console.log(usage);
  process.exitCode = values.help ? 0 : 1;
} else process.exitCode = environment === 'two-gateways' ? await onTwoGateways() : await onTests(environment);

async function onTests(name: 'embedded' | 'postgres-15'): Promise<number> {
  if (name === 'postgres-15' && !ensurePostgres15())
    throw new Error(`PostgreSQL 15 was not found in ${postgres15Folder}. Install it with: apt-get install postgresql-15`);
  const rows = await readSecurityTable();
  const folder = await mkdtemp(path.join(tmpdir(), 'masomo-security-'));
  const report = path.join(folder, 'report.json');
  const files = [...new Set(rows.flatMap(({ tests }) => tests))];
  const projects = ['unit', 'apps', 'rules', 'database'].flatMap((project) => ['--project', project]);
  const status = await runTool(
    'vitest',
    ['run', ...projects, '--reporter', 'default', '--reporter', 'json', '--outputFile', report, ...files],
    {
      env: name === 'postgres-15' ? { POSTGRES_BIN: postgres15Folder } : {},
    },
  );
  const { testResults } = reportSchema.parse(JSON.parse(await readFile(report, 'utf8')));
  await rm(folder, { recursive: true });
  let open = 0;
  console.log(`\n| finding | passed | failed |\n| --- | --- | --- |`);
  for (const { finding, tests, journeys } of rows) {
    const ran = tests.map((test) => testResults.filter((result) => result.name.endsWith(`/${test}`)));
    const asserted = ran.flat().flatMap(({ assertionResults }) => assertionResults.map((assertion) => assertion.status));
    const passed = asserted.filter((each) => each === 'passed').length;
    // A file that did not run, or in which nothing passed, shows nothing.
    const silent = ran.filter(
      (results) => !results.some(({ assertionResults }) => assertionResults.some(({ status }) => status === 'passed')),
    );
    const failed = asserted.length - passed + silent.length;
    if (failed > 0) open += 1;
    console.log(`| ${finding} | ${tests.length === 0 ? `see ${journeys.join(', ')}` : passed} | ${failed} |`);
  }
  console.log(`\n${rows.length} rows on ${name}: ${rows.length - open} hold, ${open} do not`);
  return open > 0 ? 1 : status;
}

async function onTwoGateways(): Promise<number> {
  ensureChromium();
  const journeys = [...new Set((await readSecurityTable()).flatMap((row) => row.journeys))].map((file) => path.basename(file));
  const opened = await openVariant('two-gateways', console.log);
  try {
    Object.assign(process.env, opened.environment);
    const origin = opened.environment['E2E_BASE_URL'] ?? '';
    const config: unknown = await (await fetch(`${origin}/config.json`)).json();
    const { findings, byStatus } = await fuzz({
      origin,
      publishableKey: z.object({ publishableKey: z.string() }).parse(config).publishableKey,
      emails: Object.values(accounts),
      password: readEnvironment().DEMO_PASSWORD,
      count: fuzzedRequests,
      seed: 1,
    });
    for (const { reason, actor, request, answer } of findings) console.log(`${reason}, as ${actor}\n  ${request}\n  ${answer}`);
    console.log(`${fuzzedRequests} fuzzed requests, by status: ${JSON.stringify(byStatus)}; ${findings.length} findings`);
    const status = await runTool('playwright', ['test', '--config', 'e2e/playwright.config.ts', ...journeys]);
    return findings.length > 0 ? 1 : status;
  } finally {
    await opened.close();
  }
}
