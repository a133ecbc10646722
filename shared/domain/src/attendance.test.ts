import { expect, it } from 'vitest';
import { attendancePercent, daysMarked } from './attendance.ts';

it.each([
  [{ present: 17, late: 1, absent: 2 }, 90],
  [{ present: 2, absent: 1 }, 66.7],
  [{ absent: 4 }, 0],
  [{ excused: 1, late: 1 }, 50],
])('the attendance of %o is %s', (counts, percent) => expect(attendancePercent(counts)).toBe(percent));

it('nothing has no share of attendance, and no zero', () => {
  expect(attendancePercent({})).toBeNull();
  expect(attendancePercent({ present: 0, late: 0, excused: 0, absent: 0 })).toBeNull();
  expect(daysMarked({})).toBe(0);
});
