// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { expect, it, vi } from 'vitest';
import { sessionStore } from '@masomo/auth';
import { provideDb } from '@masomo/data';
import { fakeDb, signedInAs } from '@masomo/testing';
import { createCellDrafts } from './cellDrafts.ts';
import { scoreOutbox } from './scoreOutbox.ts';

// Test files that ran in this process before are no tabs of this one.
vi.hoisted(() => void Reflect.deleteProperty(globalThis, 'BroadcastChannel'));

it('keeps what is typed after the device could once not be read', async () => {
  const me = crypto.randomUUID();
  provideDb(async () => fakeDb(() => ({ status: 500, body: {} })).db);
  sessionStore.set(signedInAs('teacher', { id: me, schoolId: 'h1' }));
  const drafts = createCellDrafts(me, { classId: 'c1', subjectId: 'b1', termId: 't1' });
  const failing = vi.spyOn(scoreOutbox, 'list').mockRejectedValueOnce(new Error('The disk is busy.'));
  drafts.set('a1 s1', { typed: '12', typedAt: 1, seen: null, isTyping: true });
  await expect.poll(() => failing.mock.calls.length).toBe(1);
  await expect.poll(drafts.isKept).toBe(true);
  drafts.set('a1 s2', { typed: '9', typedAt: 2, seen: null, isTyping: true });
  await expect.poll(async () => (await scoreOutbox.list(me)).map(({ typed }) => typed)).toEqual(['12', '9']);
});
