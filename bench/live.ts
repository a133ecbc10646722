import { setTimeout as wait } from 'node:timers/promises';
import { openClient, withClient } from '@masomo/local/database/connections';
import { promote, publish } from '@masomo/release';
import { buildChanged } from '@masomo/tools/build/index.ts';
import { openTwoGateways, type TwoGateways } from '@masomo/tools/browser/twoGateways.ts';
import { loadedEmail, loadSchools } from '@masomo/tools/database/loadSchools.ts';
import { atMost, ratioAtMost, type Finding } from './measure/benchmark.ts';
import { quantile } from './measure/interleave.ts';
import { openListeningTab, type ListeningTab } from './measure/listeningTab.ts';

export const description =
  '500 open tabs of 20 schools, 20 changes a second, each for the 25 tabs of a school, through one gateway and through two: when every tab has read them.';

const schools = 20;
const tabsPerSchool = 25;
const changesPerSecond = 20;
const seconds = 20;
/** A person has at most twenty streams at a gateway. */
const peoplePerSchool = 5;
/** What a tab with the list of notices reads. */
const read = '/rest/v1/announcements?select=id,title,author_name,published_at&archived_at=is.null&order=published_at.desc&limit=20';

/** Opens all tabs, in turn through the gateways' origins. */
async function openTabs(origins: readonly string[], tokens: readonly string[][]): Promise<ListeningTab[][]> {
  return Promise.all(
    tokens.map(async (people, school) => {
      const tabs: ListeningTab[] = [];
      for (let n = 0; n < tabsPerSchool; n += 1)
        tabs.push(
          await openListeningTab(origins[(school + n) % origins.length] ?? '', people[n % people.length] ?? '', 'announcements', read),
        );
      return tabs;
    }),
  );
}

/** Changes a notice of one school after the other, and returns the delays and how busy the gateways were. */
async function measure(two: TwoGateways, origins: readonly string[], tokens: readonly string[][], ids: readonly string[]) {
  const database = await openClient(two.project.databaseUrl);
  const tabs = await openTabs(origins, tokens);
  try {
    // Streams that have just been opened are told what they may have missed.
    await wait(3_000);
    const cpu = async () => {
      let sum = 0;
      for (const gateway of two.gateways) sum += await gateway.cpuTimeMs();
      return sum;
    };
    const [startedAt, cpuBefore, all] = [performance.now(), await cpu(), tabs.flat()];
    const before = all.reduce((sum, tab) => sum + tab.rereads, 0);
    for (let n = 0; n < seconds * changesPerSecond; n += 1) {
      await wait(Math.max(0, startedAt + (n * 1000) / changesPerSecond - performance.now()));
      await database.query('update public.announcements set title = $2 where id = $1', [ids[n % schools], `Notice ${n}`]);
      const at = performance.now();
      for (const tab of tabs[n % schools] ?? []) tab.changed(at);
    }
    const tookMs = performance.now() - startedAt;
    const busy = ((await cpu()) - cpuBefore) / tookMs;
    await wait(5_000);
    return {
      delays: all.flatMap(({ delays }) => delays),
      missing: all.reduce((sum, tab) => sum + tab.missing(), 0),
      failures: all.flatMap(({ failures }) => failures),
      rereadsPerSecond: (all.reduce((sum, tab) => sum + tab.rereads, 0) - before) / (tookMs / 1000),
      busy,
    };
  } finally {
    for (const tab of tabs.flat()) tab.close();
    await database.end();
  }
}

export async function run(log: (line: string) => void): Promise<Finding[]> {
  const built = await buildChanged();
  const two = await openTwoGateways(async (store) => {
    for (const { folder } of built) await publish(store, folder);
    await promote(store, built);
  }, log);
  try {
    const { databaseUrl, password } = two.project;
    await loadSchools(databaseUrl, { schools, password }, log);
    const ids = await withClient(databaseUrl, async (client) => {
      const { rows } = await client.query<{ id: string }>(
        `insert into public.announcements (school_id, title, body, audience, author_name)
         select s.id, 'Notice', 'Of the benchmark', '{admin,staff,teacher}', 'Benchmark' from generate_series(1, $1) n
         join public.schools s on s.name = 'Load school ' || lpad(n::text, 5, '0') order by n returning id`,
        [schools],
      );
      return rows.map(({ id }) => id);
    });
    const tokens: string[][] = [];
    for (let school = 1; school <= schools; school += 1) {
      const people: string[] = [];
      for (let n = 1; n <= peoplePerSchool; n += 1) people.push(await two.project.signIn(loadedEmail(school, `teacher${n}`)));
      tokens.push(people);
    }
    log(`${schools * peoplePerSchool} people are signed in`);
    const [first, second] = two.gateways.map(({ origin }) => origin);
    const findings: Finding[] = [];
    for (const [what, origins] of [
      ['one gateway', [first ?? '']],
      ['two gateways', [first ?? '', second ?? '']],
    ] as const) {
      const { delays, missing, failures, rereadsPerSecond, busy } = await measure(two, origins, tokens, ids);
      log(
        `${what}: ${delays.length} changes read, ${missing} missing, ${rereadsPerSecond.toFixed(0)} reads a second, ${failures.slice(0, 3).join('; ')}`,
      );
      findings.push(
        atMost(`${what}: until a tab had read a change, p95`, quantile(delays, 0.95), 2_000),
        {
          what: `${what}: changes that a tab never read, and failures`,
          measured: `${missing} and ${failures.length} of ${delays.length + missing}`,
          limit: '0',
          isWithinLimit: missing + failures.length === 0,
        },
        ratioAtMost(`${what}: cores that gateways used`, busy, origins.length * 0.5, `${rereadsPerSecond.toFixed(0)} reads a second`),
      );
    }
    return findings;
  } finally {
    await two.close();
  }
}
