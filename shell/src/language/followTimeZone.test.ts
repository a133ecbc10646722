// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { sessionStore } from '@masomo/auth';
import { formatDateTime } from '@masomo/domain/time';
import { followTimeZone } from './followTimeZone.ts';

test('times are those of the school while one of its members is signed in', () => {
  const time = () => formatDateTime('2026-11-20T08:00:00Z');
  const user = { id: '1', email: 'a@b.test', role: 'teacher', schoolId: 'h1', aal: 'aal1' } as const;
  sessionStore.set({ status: 'signed-in', user: { ...user, timeZone: 'Africa/Lagos' } });
  followTimeZone();
  expect(time()).toBe('20 Nov 2026, 09:00');
  sessionStore.set({ status: 'signed-out', user: null });
  expect(time()).toBe('20 Nov 2026, 11:00');
});
