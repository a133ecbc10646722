import { expect, it } from 'vitest';
import { isWithinPlan, planUse } from './planLimits.ts';

it.each([
  [0, 200, 0, 'within'],
  [179, 200, 89, 'within'],
  [180, 200, 90, 'near'],
  [199, 200, 99, 'near'],
  [200, 200, 100, 'full'],
  [260, 200, 130, 'full'],
] as const)('%i of %i students are %i %%: %s', (used, limit, percent, level) => {
  expect(planUse(used, limit)).toEqual({ percent, level });
});

it.each([
  [200, 1, 200, 1, true],
  [201, 1, 200, 1, false],
  [200, 2, 200, 1, false],
  [9000, 40, null, null, true],
  [9000, 3, null, 2, false],
] as const)('%i students at %i campuses and a plan for %s and %s: %s', (students, campuses, mostStudents, mostCampuses, fits) => {
  expect(isWithinPlan({ students, campuses }, { max_students: mostStudents, max_campuses: mostCampuses })).toBe(fits);
});
