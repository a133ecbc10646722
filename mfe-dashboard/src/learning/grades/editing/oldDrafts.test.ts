// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { beforeEach, expect, it, vi } from 'vitest';
import { sessionStore } from '@masomo/auth';
import { provideDb } from '@masomo/data';
import { fakeDb, signedInAs } from '@masomo/testing';
import { scoreOutbox } from './scoreOutbox.ts';

// Test files that ran in this process before are no tabs of this one.
vi.hoisted(() => void Reflect.deleteProperty(globalThis, 'BroadcastChannel'));

let me: string;
const keyOf = (owner: string) => `masomo-marks ${owner} c1 b1 t1`;
const write = (owner: string, drafts: object) => localStorage.setItem(keyOf(owner), JSON.stringify(drafts));
const drafts = {
  'a1 s1': { typed: '12', seen: 18, problem: { kind: 'unsent', message: 'Not sent yet.' } },
  'a1 s2': { typed: 'abc', seen: null, problem: { kind: 'invalid', message: 'Enter a number' } },
  'a1 s3': { typed: '9', seen: 7, problem: { kind: 'changed', message: 'It is 7 by now.' } },
  'a1 s4': { typed: '1', seen: null },
};
const taken = async () =>
  (await scoreOutbox.list(me)).map(({ studentId, typed, problem, isTyping }) => [studentId, typed, problem?.kind, isTyping]);

beforeEach(() => {
  localStorage.clear();
  me = crypto.randomUUID();
  provideDb(async () => fakeDb(() => ({ status: 500, body: {} })).db);
  sessionStore.set(signedInAs('teacher', { id: me, schoolId: 'h1' }));
});

it('takes over what an earlier release keeps of the person, and leaves other people’s there', async () => {
  write(me, drafts);
  write('somebody-else', drafts);
  await expect.poll(taken).toEqual([
    ['s1', '12', undefined, undefined],
    ['s2', 'abc', 'invalid', undefined],
    ['s3', '9', 'changed', undefined],
    ['s4', '1', undefined, true],
  ]);
  await expect.poll(() => localStorage.getItem(keyOf(me))).toBeNull();
  expect((await scoreOutbox.list(me))[0]).toMatchObject({ classId: 'c1', subjectId: 'b1', termId: 't1', assessmentId: 'a1', seen: 18 });
  expect(JSON.parse(localStorage.getItem(keyOf('somebody-else')) ?? '{}')).toEqual(drafts);
});

it('takes what a tab of such a release writes later once it has done with it, and nothing from under the fingers', async () => {
  expect(await scoreOutbox.list(me)).toEqual([]);
  await scoreOutbox.flush(me);
  write(me, drafts);
  globalThis.dispatchEvent(new StorageEvent('storage', { key: keyOf(me) }));
  await expect.poll(async () => (await taken()).map(([student]) => student)).toEqual(['s1', 's2', 's3']);
  await expect.poll(() => JSON.parse(localStorage.getItem(keyOf(me)) ?? '{}') as object).toEqual({ 'a1 s4': drafts['a1 s4'] });
});
