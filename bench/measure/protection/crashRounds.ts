import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { openKillableProduct, type KillableProduct, type Target } from './killableProduct.ts';
import { openOffice, type Office } from './office.ts';
import { addLeavers, addLeavingSchool, addOldSignIns, findFaults, type Leaver } from './records.ts';
import { beginSchoolExport, findExportFaults } from './schoolExports.ts';

export type ProtectionCrashes = {
  kills: number;
  erased: number;
  exports: number;
  purged: number;
  deletedSchools: number;
  /** ZIPs of a whole school, each killed at least once while it was being written. */
  schoolExports: number;
  /** Milliseconds until the product answered again, for each kill. */
  restarts: { target: Target; milliseconds: number }[];
  /** Everything that was half done, or not done in the end. */
  faults: string[];
};

const leaversPerRound = 150;
const oldSignInsPerRound = 4_000;
const maxKillDelayMs = 1_500;
const targets: readonly Target[] = ['server', 'database'];

/** Runs statements one after the other on a connection of its own until the database goes away. */
async function runUntilKilled(product: KillableProduct, statements: readonly string[]): Promise<void> {
  let client: pg.Client | undefined;
  try {
    client = await product.connect();
    for (const sql of statements) await client.query(sql);
  } catch {
    // Killed with the database, as is meant.
  } finally {
    await client?.end().catch(() => undefined);
  }
}

async function erase(office: Office, leavers: readonly Leaver[]): Promise<void> {
  for (const { request } of leavers) await office.erase(request).catch(() => undefined);
}

async function exportAll(office: Office, students: readonly string[], exported: string[], faults: string[]): Promise<void> {
  for (const student of students) {
    const answer = await office.exportStudent(student).catch(() => null);
    if (answer === null) continue;
    exported.push(student);
    if (answer.students !== 1 || answer.guardians === 0) faults.push(`an export of ${student} came incomplete`);
  }
}

/**
 * Kills the server and the database in turn while children are erased and exported, a whole school is exported, what has expired is
 * purged and a school is deleted. After each restart nothing may be half done; at the end everything is done.
 */
export async function crashRounds({ rounds, log }: { rounds: number; log: (line: string) => void }): Promise<ProtectionCrashes> {
  const product = await openKillableProduct(log);
  const faults: string[] = [];
  const exported: string[] = [];
  const restarts: ProtectionCrashes['restarts'] = [];
  let leavers: Leaver[] = [];
  const schools: string[] = [];
  const schoolExports = new Set<string>();
  let oldSignIns = 0;
  try {
    const office = await openOffice(product);
    const client = await product.connect();
    const taught = await client.query<{ id: string }>(
      "select s.id from public.students s where s.school_id = $1 and s.status = 'active' and exists (select from public.student_guardians g where g.student_id = s.id) order by s.id limit 60",
      [office.school],
    );
    await client.end();
    const students = taught.rows.map(({ id }) => id);
    for (let round = 0; round < rounds; round += 1) {
      const setup = await product.connect();
      const fresh = await addLeavers(setup, office.school, leaversPerRound, round);
      leavers = [...leavers, ...fresh];
      oldSignIns += await addOldSignIns(setup, oldSignInsPerRound);
      schools.push(await addLeavingSchool(setup, round));
      await setup.end();
      schoolExports.add(await beginSchoolExport(product, office));
      const half = fresh.length / 2;
      const work = Promise.all([
        erase(office, fresh.slice(0, half)),
        erase(office, fresh.slice(half)),
        exportAll(office, students, exported, faults),
        runUntilKilled(
          product,
          Array.from({ length: 200 }, () => "select private.purge_expired('sign_ins', 50)"),
        ),
        sleep(Math.random() * maxKillDelayMs).then(() =>
          runUntilKilled(product, ['select private.go_on_with_exit(d) from private.due_school_exits() d']),
        ),
      ]);
      await sleep(Math.random() * maxKillDelayMs);
      const target = targets[round % targets.length] ?? 'server';
      restarts.push({ target, milliseconds: await product.kill(target) });
      await work;
      const check = await product.connect();
      faults.push(...(await findFaults(check, { leavers, schools, oldSignIns, exports: exported.length })));
      await check.end();
      if ((round + 1) % 5 === 0) log(`${round + 1} of ${rounds} kills`);
    }
    await erase(office, leavers);
    await runUntilKilled(product, [
      ...Array.from({ length: 50 }, () => "select private.purge_expired('sign_ins')"),
      'select private.go_on_with_exit(d) from private.due_school_exits() d',
    ]);
    const end = await product.connect();
    faults.push(...(await findFaults(end, { leavers, schools, oldSignIns, exports: exported.length, isEnd: true })));
    await end.end();
    faults.push(...(await findExportFaults(product, office, [...schoolExports])));
    return {
      kills: rounds,
      erased: leavers.length,
      exports: exported.length,
      purged: oldSignIns,
      deletedSchools: schools.length,
      schoolExports: schoolExports.size,
      restarts,
      faults,
    };
  } finally {
    await product.stop();
  }
}
