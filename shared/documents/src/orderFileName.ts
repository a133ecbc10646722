/** File name of the receipt of a paid order, or of the proforma invoice of an unpaid one. */
export const orderFileName = (orderNumber: string, isPaid: boolean): string => `${isPaid ? 'receipt' : 'proforma'}-${orderNumber}`;
