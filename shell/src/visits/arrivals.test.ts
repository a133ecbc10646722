import { expect, test } from 'vitest';
import { visitedSurfaces } from './arrivals.ts';

test.each([
  [null, '/', ['site']],
  [null, '/store', ['site', 'store']],
  ['/pricing', '/store', ['store']],
  ['/store', '/store/orders/SO-1', []],
  ['/store', '/pricing', []],
  ['/pricing', '/storefront', []],
  [null, '/dashboard/store', []],
  [null, '/login', []],
] as const)('from %s to %s', (from, to, arrivals) => expect(visitedSurfaces(from, to)).toEqual(arrivals));
