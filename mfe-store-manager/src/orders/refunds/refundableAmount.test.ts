import { expect, it } from 'vitest';
import type { Refund, RefundStatus } from '@masomo/data/store/orderPayments';
import { refundableAmount } from './refundableAmount.ts';

const refund = (status: RefundStatus): Refund => ({ id: status, amount: 1_000, reason: '', status, reference: null, error: null });

it.each([
  ['requested', 2_999],
  ['sent', 2_999],
  ['manual', 2_999],
  ['failed', 2_999],
] as const)('a %s refund of KES 1,000 leaves KES %i of KES 3,999', (status, expected) => {
  expect(refundableAmount({ amount: 3_999, refunded: 0, refunds: [refund(status)] })).toBe(expected);
});

it('a completed refund is counted once, through the refunded amount', () => {
  expect(refundableAmount({ amount: 3_999, refunded: 1_000, refunds: [refund('done')] })).toBe(2_999);
});
