import * as z from '@masomo/data/zod';
import { orderStatusSchema, paymentMethodSchema, type Billing } from '@masomo/domain/orderSchemas';
import type { OrderStatus, PaymentMethod } from '@masomo/domain/orders';
import { orderDocumentSchema, type OrderDocument } from '@masomo/domain/orderDocument';
import { DataError, unwrap, withOwnKey, type Db } from '@masomo/data';
import { translatable } from '@masomo/domain/translatable';
import { currentLanguage } from '@masomo/i18n';
import type { ItemKind } from './catalogue.ts';

/** A line of an order to be placed: an item of the price book and its quantity. */
export type OrderLine = {
  kind: ItemKind;
  itemId: string;
  quantity: number;
  /** Of a plan: bought for a term or a year, or as what is missing for a greater one. */
  plan?: { billing: 'termly' | 'annual' } | { isUpgrade: true };
};

/** An order request. The database prices it and refuses with `order.price_changed` when the total differs from `expectedTotal` (whole shillings). */
export type OrderRequest = {
  idempotencyKey: string;
  billing: Billing;
  paymentMethod: PaymentMethod;
  lines: OrderLine[];
  expectedTotal: number;
};

/** A placed order. `total` in whole shillings, `net` and `vat` in shillings with cents. */
export type PlacedOrder = {
  orderNumber: string;
  /** Reference the payer quotes in a bank transfer. */
  paymentReference: string;
  status: OrderStatus;
  paymentMethod: PaymentMethod;
  total: number;
  net: number;
  vat: number;
};

export const checkoutKeys = {
  terms: () => ['settings', 'payments'] as const,
  methods: () => ['settings', 'payments', 'offered'] as const,
  buyer: (userId: string) => ['users', 'buyer', userId] as const,
  order: (orderNumber: string, proof: string) => ['orders', 'buyer', orderNumber, proof] as const,
};

/**
 * Places an order in one transaction, priced by the database. Idempotent: the same key returns the same order. Refusals carry
 * codes such as `order.price_changed`, `order.key_reused`, `order.unknown_item` and `order.payment_method_unavailable`.
 */
export async function placeOrder(db: Db, request: OrderRequest): Promise<PlacedOrder & { id: string }> {
  const row = unwrap(
    await withOwnKey(db)
      .rpc('place_order', {
        idempotency_key: request.idempotencyKey,
        billing: request.billing,
        payment_method: request.paymentMethod,
        lines: request.lines.map(({ kind, itemId, quantity, plan }) => ({
          [`${kind}_id`]: itemId,
          quantity,
          ...(plan && ('isUpgrade' in plan ? { is_upgrade: true } : plan)),
        })),
        expected_total: request.expectedTotal,
        language: currentLanguage(),
      })
      .single(),
  );
  return {
    id: row.id,
    orderNumber: row.order_number,
    paymentReference: row.payment_reference,
    status: row.status,
    paymentMethod: request.paymentMethod,
    total: row.total_amount,
    net: row.net_amount,
    vat: row.vat_amount,
  };
}

const bankSchema = z.partial(
  z.object({
    bankName: z.string(),
    branch: z.string(),
    accountName: z.string(),
    accountNumber: z.string(),
    swift: z.string(),
    /** Days a proforma invoice is valid. */
    validDays: z.int(),
  }),
);
const paymentSettingsSchema = z.object({ methods: z._default(z.array(paymentMethodSchema), []), bank: z.optional(bankSchema) });

/** Bank account for transfers; fields missing in the settings are absent. */
export type BankAccount = z.infer<typeof bankSchema>;
/** Enabled payment methods in the order they are offered, and the bank account. */
export type PaymentTerms = { methods: PaymentMethod[]; bank: BankAccount | undefined };

/** Payment settings of this installation. */
export async function getPaymentTerms(db: Db): Promise<PaymentTerms> {
  const row = unwrap(await db.from('settings').select('value').eq('key', 'payments').single());
  const { methods, bank } = paymentSettingsSchema.parse(row.value);
  return { methods, bank };
}

/** Profile of a signed-in buyer; unknown fields are empty strings. */
export type Buyer = { firstName: string; lastName: string; phone: string; institution: string };

/** The signed-in user as a buyer, with their school as the institution. */
export async function getBuyer(db: Db, userId: string): Promise<Buyer> {
  const row = unwrap(await db.from('users').select('first_name, last_name, phone, schools(name)').eq('id', userId).single());
  return { firstName: row.first_name ?? '', lastName: row.last_name ?? '', phone: row.phone ?? '', institution: row.schools?.name ?? '' };
}

const buyerOrderSchema = z.object({
  order_number: z.string(),
  payment_reference: z.string(),
  customer_name: z.string(),
  institution: z.string(),
  payment_method: paymentMethodSchema,
  status: orderStatusSchema,
  total_amount: z.number(),
  net_amount: z.number(),
  vat_amount: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
  paid_at: z.nullable(z.string()),
  is_proven: z.optional(z.boolean()),
  rating: z.nullish(z.number()),
  items: z.array(
    z.object({
      addon_name: z.string(),
      category: z.enum(['saas', 'standalone']),
      quantity: z.number(),
      price: z.number(),
      line_total: z.number(),
    }),
  ),
});

/** A line of a buyer's order; amounts in whole shillings. */
export type BuyerOrderItem = { name: string; category: 'saas' | 'standalone'; quantity: number; price: number; total: number };
/** A buyer's order; times in ISO 8601, `paidAt` null until it is paid. */
export type BuyerOrder = PlacedOrder & {
  customerName: string;
  institution: string;
  createdAt: string;
  updatedAt: string;
  paidAt: string | null;
  items: BuyerOrderItem[];
  /** Whether the key was right: without it there are no licences and no papers. */
  isProven: boolean;
  /** Stars that the buyer gave, from one to five. */
  rating: number | null;
  /** Content of its receipt or proforma invoice, including licences. */
  document: OrderDocument;
};

/** Rates a completed order, or changes its rating: from one to five stars. Fails as `not-found` without the buyer's key or email. */
export async function rateOrder(
  db: Db,
  rated: { orderNumber: string; email?: string | undefined; orderKey?: string | undefined; rating: number; comment: string },
): Promise<void> {
  const { orderNumber, email, orderKey, rating, comment } = rated;
  const isRated = unwrap(
    await db.rpc('rate_order', {
      order_number: orderNumber,
      rating,
      ...(email ? { email } : {}),
      ...(orderKey ? { order_key: orderKey } : {}),
      ...(comment.trim() ? { comment: comment.trim() } : {}),
    }),
  );
  if (!isRated) throw new DataError('not-found', translatable('This order was not found. Open it from its confirmation email.'));
}

/** An order for anyone who has its key, or knows its number and the buyer's email. Anything else fails as `not-found`. */
export async function getBuyerOrder(
  db: Db,
  { orderNumber, email, orderKey }: { orderNumber: string; email?: string | undefined; orderKey?: string | undefined },
): Promise<BuyerOrder> {
  const proof = { ...(email ? { email } : {}), ...(orderKey ? { order_key: orderKey } : {}) };
  const row = unwrap(await db.rpc('order_by_number_and_email', { order_number: orderNumber, ...proof }));
  const order = buyerOrderSchema.parse(row);
  return {
    orderNumber: order.order_number,
    paymentReference: order.payment_reference,
    status: order.status,
    paymentMethod: order.payment_method,
    total: order.total_amount,
    net: order.net_amount,
    vat: order.vat_amount,
    customerName: order.customer_name,
    institution: order.institution,
    createdAt: order.created_at,
    updatedAt: order.updated_at,
    paidAt: order.paid_at,
    isProven: order.is_proven ?? true,
    rating: order.rating ?? null,
    items: order.items.map((item) => ({
      name: item.addon_name,
      category: item.category,
      quantity: item.quantity,
      price: item.price,
      total: item.line_total,
    })),
    document: orderDocumentSchema.parse(row),
  };
}
