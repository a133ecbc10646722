import { expect, it } from 'vitest';
import { fakeDb, respondWith } from '@masomo/testing';
import { listMyJobs, startJob } from './jobs.ts';

const row = { id: 'j1', kind: 'library-fines', subject: null, state: 'running', done: 3, total: 10, reason: null, failures: 0 };
const times = { due_at: '2026-11-20T08:00:00Z', created_at: '2026-11-20T07:59:00Z', finished_at: null };

it('a job is started with what it is about, and read with how far it is', async () => {
  const { db, sent } = fakeDb(respondWith({ 'rpc/start_job': { body: 'j1' }, jobs: { body: [{ ...row, ...times }] } }));
  expect(await startJob(db, { kind: 'library-fines', args: { class: 'c1' }, subject: 'c1' })).toBe('j1');
  expect(sent.find(({ path }) => path === 'rpc/start_job')?.body).toEqual({ kind: 'library-fines', args: { class: 'c1' }, subject: 'c1' });
  expect(await listMyJobs(db, 'library-fines')).toMatchObject([{ id: 'j1', state: 'running', done: 3, total: 10, reason: '' }]);
});
