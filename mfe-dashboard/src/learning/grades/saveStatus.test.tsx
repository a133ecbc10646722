// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useOutbox } from '@masomo/remote/offline/useOutbox';
import { renderRoute, signedInAs, fakeDb, respondWith } from '@masomo/testing';
import { createCellDrafts } from './editing/cellDrafts.ts';
import type { QueuedScore } from './editing/scoreDraft.ts';
import { SaveStatus } from './SaveStatus.tsx';

vi.mock('@masomo/remote/offline/useOutbox', () => ({ useOutbox: vi.fn(), useOutboxFlush: () => undefined }));
afterEach(cleanup);

const book = { classId: 'c1', subjectId: 'b1', termId: 't1' };
const mark = { typed: '18', typedAt: 1, seen: null };
const stored = { ...book, ...mark, owner: 'u1', assessmentId: 'a1', studentId: 's1' } satisfies QueuedScore;

function show(waiting: QueuedScore[]) {
  const state = { isSending: false, isUnreachable: true, problem: null, isOnline: false, isCutOff: true, isUnusable: false };
  vi.mocked(useOutbox).mockReturnValue({ ...state, items: waiting, waiting });
  const drafts = new Map([['a1 s1', mark]]);
  const cellDrafts = { ...createCellDrafts('u1', book), all: () => drafts, get: (key: string) => drafts.get(key) };
  renderRoute(<SaveStatus owner="u1" cellDrafts={cellDrafts} onShowNext={() => undefined} />, {
    path: '/dashboard/grades',
    session: signedInAs('teacher', { schoolId: 'h1' }),
    db: fakeDb(respondWith({})).db,
  });
}

it('a mark is said to be kept on the device when the device has it, as it was typed', () => {
  show([stored]);
  expect(screen.getByRole('status')).toHaveTextContent(/^1 mark not sent yet\. Kept on this device/);
  cleanup();
  show([]);
  expect(screen.getByRole('status')).toHaveTextContent('Saving...');
  cleanup();
  show([{ ...stored, typed: '1' }]);
  expect(screen.getByRole('status')).toHaveTextContent('Saving...');
});
