import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createTimetable } from './dueJobs.ts';
import { findJobs } from './findJobs.ts';

let base: string | undefined;
afterEach(() => base && rmSync(base, { recursive: true, force: true }));

function withFile(file: string, text: string): string {
  base = mkdtempSync(path.join(tmpdir(), 'masomo-jobs-'));
  mkdirSync(path.dirname(path.join(base, file)), { recursive: true });
  writeFileSync(path.join(base, file), text);
  return base;
}

describe('the kinds of jobs', () => {
  it('are the files of the core and of modules, named by their files', async () => {
    const own = await findJobs();
    expect([...own.keys()]).toEqual(expect.arrayContaining(['announcements', 'school-exits', 'school-export', 'mails']));
    const folder = withFile('addons/library/jobs/lateFines.ts', "export default { permission: 'library:lend-all', step: 'select 1' };");
    expect([...(await findJobs(folder))]).toEqual([['library-late-fines', { permission: 'library:lend-all', step: 'select 1' }]]);
  });

  it('are each a job', async () => {
    await expect(findJobs(withFile('modules/gate/jobs/nothing.ts', 'export const step = 1;'))).rejects.toThrow('nothing.ts exports no job');
  });

  it('are looked for as often as each asks, where the installation is set up for them', () => {
    const step = 'select 1';
    const due = "select ''";
    const dueAt = createTimetable(
      new Map([
        ['often', { due, step, everySeconds: 2 }],
        ['hourly', { due, step, everySeconds: 3_600 }],
        ['off', { due, step, isOn: () => false }],
        ['started', { step }],
      ]),
    );
    const names = (ms: number) => [...dueAt(ms).keys()];
    expect([names(0), names(1_000), names(2_000), names(3_600_000)]).toEqual([['often', 'hourly'], [], ['often'], ['often', 'hourly']]);
  });
});
