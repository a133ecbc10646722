/** Addresses and titles of the store. */
export const storePath = '/store';
export const orderRoute = '/store/orders/:number';
export const orderPath = (orderNumber: string) => `/store/orders/${encodeURIComponent(orderNumber)}`;

export const storeTitle = 'Add-on Store';
export const orderTitle = (orderNumber = '') => `Order ${orderNumber.toUpperCase()}`;
