import { afterEach, expect, it, vi } from 'vitest';
import { sessionStore } from '@masomo/auth';
import { today } from './schoolDay.ts';

const person = { id: 'u1', email: 'a@b.test', role: 'admin', schoolId: 'h1', aal: 'aal1' } as const;

afterEach(() => vi.useRealTimers());

it.each([
  ['Africa/Nairobi', '2026-11-20T21:30:00Z'],
  ['Africa/Nairobi', '2026-11-20T23:59:00Z'],
  ['Asia/Dubai', '2026-11-20T20:30:00Z'],
  ['Asia/Dubai', '2026-11-20T22:59:00Z'],
  ['Africa/Lagos', '2026-11-20T23:30:00Z'],
  ['Africa/Lagos', '2026-11-21T01:59:00Z'],
])('today is the day of the school in %s at %s, and was the day before until midnight', (timeZone, moment) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(moment) });
  sessionStore.set({ status: 'signed-in', user: { ...person, timeZone } });
  expect(today()).toBe('2026-11-21');
  vi.setSystemTime(Date.parse(moment) - 3 * 3_600_000);
  expect(today()).toBe('2026-11-20');
});

it('today is the product’s own day without a school', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T21:30:00Z') });
  sessionStore.set({ status: 'signed-in', user: { ...person, role: 'super_admin', schoolId: null } });
  expect(today()).toBe('2026-11-21');
});
