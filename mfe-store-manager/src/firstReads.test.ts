import { expect, it } from 'vitest';
import { getOrderTotals, listOrders } from '@masomo/data/store/orders';
import { pathsOf } from '@masomo/testing';
import { firstOrders } from './orders/orderFilter.ts';
import { manifest } from './manifest.ts';

it('asks first for exactly what the orders read', async () => {
  const expected = await pathsOf((db) => listOrders(db, firstOrders), getOrderTotals);
  const reads = manifest.firstReads?.['/dashboard/store/orders']?.map(({ path }) => path) ?? [];
  expect(reads.toSorted()).toEqual(expected.toSorted());
});
