/** Document fields of an order response; as they are, those of an unpaid order. */
export const orderDocumentFields = {
  issuer: { name: 'Masomo Technologies Limited', address: 'Nairobi', phone: '+254 700 000 000', email: 'sales@masomo.test', kra_pin: null },
  customer_email: 'bursar@kilimani.test',
  customer_phone: '0712345678',
  billing_address: null,
  city: null,
  country: 'Kenya',
  vat_percent: 16,
  refunded_amount: 0,
  payments: [],
  licences: [] as object[],
  tax: null,
  bank: { bankName: 'KCB' },
};
