import { expect, it } from 'vitest';
import { planUse } from './planLimits.ts';

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
