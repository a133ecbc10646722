/** Paths and titles of the store's pages. */
export const storePath = '/store';
export const findOrderPath = '/store/orders';
export const orderRoute = '/store/orders/:number';
export const orderPath = (orderNumber: string) => `/store/orders/${encodeURIComponent(orderNumber)}`;

export const storeTitle = 'Add-on Store';
export const findOrderTitle = 'Find your order';
export const orderTitle = (orderNumber = '') => `Order ${orderNumber.toUpperCase()}`;
