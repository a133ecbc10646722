import { msg, t } from '@lingui/core/macro';

/** Paths and titles of the store's pages. */
export const storePath = '/store';
export const findOrderPath = '/store/orders';
export const orderRoute = '/store/orders/:number';
export const orderPath = (orderNumber: string) => `/store/orders/${encodeURIComponent(orderNumber)}`;

export const storeTitle = msg`Add-on Store`;
export const findOrderTitle = msg`Find your order`;
export const orderTitle = (orderNumber = '') => t`Order ${orderNumber.toUpperCase()}`;
