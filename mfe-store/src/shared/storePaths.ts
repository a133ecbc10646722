/** Addresses of the store. */
export const storePath = '/store';
export const orderRoute = '/store/orders/:number';
export const orderPath = (orderNumber: string) => `/store/orders/${encodeURIComponent(orderNumber)}`;
