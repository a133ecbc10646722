import { translatable } from './translatable.ts';

/** Statuses of an order. */
export const orderStatuses = ['pending', 'processing', 'completed', 'cancelled'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** What an order is called that has a status: to its buyer, in the store manager, in lists and filters. */
export const orderStatusLabels: Record<OrderStatus, string> = {
  pending: translatable('Pending'),
  processing: translatable('Processing'),
  completed: translatable('Completed'),
  cancelled: translatable('Cancelled'),
};

/** Locked orders change only by reopening them with a reason. */
export function isLocked(status: OrderStatus): boolean {
  return status === 'completed' || status === 'cancelled';
}

/** Semantic colour of a status badge. */
export function orderStatusColour(status: string): 'green' | 'blue' | 'yellow' | 'red' | 'gray' {
  switch (status) {
    case 'completed':
      return 'green';
    case 'processing':
      return 'blue';
    case 'pending':
      return 'yellow';
    case 'cancelled':
      return 'red';
    default:
      return 'gray';
  }
}

/** How an order is paid. */
export const paymentMethods = ['mpesa', 'card', 'bank'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** Display names of the payment methods. */
export const paymentMethodLabels: Record<PaymentMethod, string> = {
  mpesa: 'M-Pesa',
  card: translatable('Credit Card'),
  bank: translatable('Bank Transfer'),
};

/** Countries a buyer can choose; the first is the default. */
export const billingCountries = ['Kenya', 'Uganda', 'Tanzania', 'Rwanda', 'Other'] as const;

/** `ORD-<year>-<sequence>`. */
export const orderNumberPattern = /^ORD-\d{4}-\d{3,}$/;
