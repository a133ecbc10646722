import { expect, it } from 'vitest';
import { lastSchoolMorning } from './schoolMorning.ts';

it.each([
  ['a Wednesday evening', '2026-11-25T18:00:00Z', '2026-11-25T07:20:00.000Z'],
  ['a Monday before school', '2026-11-30T00:35:00Z', '2026-11-27T07:20:00.000Z'],
  ['a Saturday', '2026-11-28T09:00:00Z', '2026-11-27T07:20:00.000Z'],
  ['a Sunday', '2026-11-29T20:00:00Z', '2026-11-27T07:20:00.000Z'],
])('takes the pictures of %s in a school’s morning', (_when, now, morning) => {
  expect(lastSchoolMorning(new Date(now)).toISOString()).toBe(morning);
});
