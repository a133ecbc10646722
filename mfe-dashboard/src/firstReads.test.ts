import { expect, it } from 'vitest';
import { listClassNames } from '@masomo/data/people/people';
import { getDashboardSummary } from '@masomo/data/platform/overview';
import { pathsOf } from '@masomo/testing';
import { manifest } from './manifest.ts';

const readsOf = (path: string) => manifest.firstReads?.[path]?.map((read) => read.path);

it('asks first for exactly what the screens read', async () => {
  expect(readsOf('/dashboard')).toEqual(await pathsOf(getDashboardSummary));
  expect(readsOf('/dashboard/attendance')).toEqual(await pathsOf(listClassNames));
});
