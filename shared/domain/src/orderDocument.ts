import { z } from 'zod';
import { paymentMethodSchema } from './orderSchemas.ts';

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
const bank = z
  .object({
    bankName: z.string(),
    branch: z.string(),
    accountName: z.string(),
    accountNumber: z.string(),
    swift: z.string(),
    validDays: z.number(),
  })
  .partial();

export const fulfilmentStates = ['waiting', 'scheduled', 'started', 'done', 'cancelled'] as const;
/** What becomes of a service that was bought. */
export type FulfilmentState = (typeof fulfilmentStates)[number];

/** Response of `order_document`. Amounts are shillings (net and VAT may have cents), times ISO 8601. */
export const orderDocumentSchema = z
  .object({
    issuer: z.object({ name: z.string(), address: text, phone: text, email: text, kra_pin: z.string().nullish() }),
    order_number: z.string(),
    payment_reference: z.string(),
    created_at: z.string(),
    paid_at: z.string().nullable(),
    customer_name: z.string(),
    institution: text,
    customer_email: text,
    customer_phone: text,
    customer_kra_pin: text,
    billing_address: text,
    city: text,
    country: text,
    items: z.array(z.object({ addon_name: z.string(), quantity: z.number(), price: z.number(), line_total: z.number() })),
    net_amount: z.number(),
    vat_amount: z.number(),
    vat_percent: z.number(),
    total_amount: z.number(),
    refunded_amount: z.number(),
    due_amount: z.number().optional(),
    surplus_amount: z.number().default(0),
    returning_amount: z.number().default(0),
    valid_until: z.string().nullish(),
    payments: z.array(z.object({ method: paymentMethodSchema, amount: z.number(), receipt: z.string(), paid_at: z.string() })),
    licences: z.array(
      z.object({
        name: z.string(),
        category: z.string(),
        licence_key: z.string(),
        school: text,
        quantity: z.number(),
        valid_from: z.string(),
        valid_until: z.string().nullable(),
        is_revoked: z.boolean(),
      }),
    ),
    services: z
      .array(
        z.object({
          name: z.string(),
          state: z.enum(fulfilmentStates),
          person: text,
          starts_on: z.string().nullable(),
          ends_on: z.string().nullable(),
          notes: text,
        }),
      )
      .default([]),
    tax: z.object({ control_unit: text, receipt_number: text, receipt_signature: text }).nullable(),
    bank: bank.nullish(),
  })
  .transform((row) => ({
    issuer: {
      name: row.issuer.name,
      address: row.issuer.address,
      phone: row.issuer.phone,
      email: row.issuer.email,
      kraPin: row.issuer.kra_pin ?? null,
    },
    orderNumber: row.order_number,
    paymentReference: row.payment_reference,
    createdAt: row.created_at,
    /** Null until it is paid in full: until then the document is a proforma invoice. */
    paidAt: row.paid_at,
    customer: {
      name: row.customer_name,
      institution: row.institution,
      email: row.customer_email,
      phone: row.customer_phone,
      kraPin: row.customer_kra_pin,
      address: [row.billing_address, row.city, row.country].filter(Boolean).join(', '),
    },
    items: row.items.map((item) => ({ name: item.addon_name, quantity: item.quantity, price: item.price, total: item.line_total })),
    net: row.net_amount,
    vat: row.vat_amount,
    vatPercent: row.vat_percent,
    total: row.total_amount,
    refunded: row.refunded_amount,
    /** Shillings that were paid and are owed back. */
    surplus: row.surplus_amount,
    /** Shillings on their way back to the payer. */
    returning: row.returning_amount,
    /** The last day on which a payment gets what was quoted; null where it is not known. */
    validUntil: row.valid_until ?? null,
    /** Whole shillings left to pay; 0 once it is paid. */
    due: row.due_amount ?? (row.paid_at ? 0 : row.total_amount),
    payments: row.payments.map(({ paid_at: paidAt, ...payment }) => ({ ...payment, paidAt })),
    licences: row.licences.map((licence) => ({
      name: licence.name,
      category: licence.category,
      key: licence.licence_key,
      school: licence.school,
      quantity: licence.quantity,
      validFrom: licence.valid_from,
      validUntil: licence.valid_until,
      isRevoked: licence.is_revoked,
    })),
    /** What becomes of the services that were bought; none before the order is paid. */
    services: row.services.map(({ starts_on: startsOn, ends_on: endsOn, ...service }) => ({ ...service, startsOn, endsOn })),
    /** Signature of the tax authority's control unit; null before it has signed. */
    tax: row.tax && { controlUnit: row.tax.control_unit, receiptNumber: row.tax.receipt_number, signature: row.tax.receipt_signature },
    bank: row.bank ?? {},
  }));
/** Content of an order's receipt or proforma invoice. */
export type OrderDocument = z.output<typeof orderDocumentSchema>;
/** A service that came with an order. */
export type OrderService = OrderDocument['services'][number];
/** A licence that came with an order. */
export type OrderLicence = OrderDocument['licences'][number];
