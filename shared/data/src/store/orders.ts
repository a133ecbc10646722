import { sayOr, unwrap, type Db } from '@masomo/data';
import type { OrderStatus, PaymentMethod } from '@masomo/domain/orders';

/** An order line; `price` in whole shillings. */
export type OrderItem = { addonName: string; quantity: number; price: number; category: string };

/** An order in the list; amounts in whole shillings, times in ISO 8601. */
export type OrderSummary = {
  id: string;
  orderNumber: string;
  customerName: string;
  customerEmail: string;
  institution: string;
  items: OrderItem[];
  total: number;
  status: OrderStatus;
  paymentMethod: PaymentMethod;
  createdAt: string;
  updatedAt: string;
  /** When it was paid in full; null until then. */
  paidAt: string | null;
};

/** List filter; `page` is zero-based. */
export type OrderFilter = {
  search: string;
  status: OrderStatus | 'all';
  sort: { column: OrderSortColumn; descending: boolean };
  page: number;
  pageSize: number;
};
export const orderSortColumns = ['created_at', 'total_amount', 'customer_name', 'status', 'order_number'] as const;
export type OrderSortColumn = (typeof orderSortColumns)[number];

/** Totals of all orders the caller may see; amounts in whole shillings. */
export type OrderTotals = { orders: number; revenue: number; paidRevenue: number; completed: number; pending: number };

/** An entry of an order's timeline; the actor is null for a buyer without an account and for automatic events. */
export type OrderEvent = {
  id: number;
  at: string;
  kind: string;
  from: OrderStatus | null;
  to: OrderStatus | null;
  note: string | null;
  actorName: string | null;
  actorId: string | null;
};

/** A licence of a paid line; `validUntil` is null for a perpetual one. */
export type OrderLicence = {
  id: string;
  name: string;
  quantity: number;
  key: string;
  validFrom: string;
  validUntil: string | null;
  isRevoked: boolean;
};

/** An order with all details; `net` and `vat` in shillings with cents. */
export type OrderDetail = OrderSummary & {
  phone: string;
  /** Empty where the buyer gave none. */
  kraPin: string;
  address: string;
  reference: string;
  /** Shillings that were paid and are owed back. */
  surplus: number;
  net: number;
  vat: number;
  events: OrderEvent[];
  licences: OrderLicence[];
};

export const orderKeys = {
  list: (filter: OrderFilter) => ['orders', 'list', filter] as const,
  totals: () => ['orders', 'totals'] as const,
  one: (id: string) => ['orders', 'one', id] as const,
};

const summaryColumns =
  'id, order_number, customer_name, customer_email, institution, total_amount, status, payment_method, created_at, updated_at, paid_at, order_items(addon_name, quantity, price, category, position)';
const detailColumns =
  `${summaryColumns}, customer_phone, kra_pin, billing_address, city, country, payment_reference, net_amount, vat_amount, surplus_amount, order_events(id, at, kind, from_status, to_status, note, said, actor_id, users(first_name, last_name, email)), licences(id, name, quantity, licence_key, valid_from, valid_until, revoked_at)` as const;

type SummaryRow = {
  id: string;
  order_number: string;
  customer_name: string;
  customer_email: string;
  institution: string;
  total_amount: number;
  status: OrderStatus;
  payment_method: PaymentMethod;
  created_at: string;
  updated_at: string;
  paid_at: string | null;
  order_items: { addon_name: string; quantity: number; price: number; category: string; position: number }[];
};

function toSummary(row: SummaryRow): OrderSummary {
  return {
    id: row.id,
    orderNumber: row.order_number,
    customerName: row.customer_name,
    customerEmail: row.customer_email,
    institution: row.institution,
    items: row.order_items
      .toSorted((a, b) => a.position - b.position)
      .map((item) => ({ addonName: item.addon_name, quantity: item.quantity, price: item.price, category: item.category })),
    total: row.total_amount,
    status: row.status,
    paymentMethod: row.payment_method,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    paidAt: row.paid_at,
  };
}

/** RPC parameters of a filter; an inactive condition is omitted. */
const filterParameters = ({ search, status }: Pick<OrderFilter, 'search' | 'status'>) => ({
  ...(status === 'all' ? {} : { status }),
  ...(search.trim() ? { search: search.trim() } : {}),
});

/** The database returns at most this many matches of a search, newest first. */
export const searchResultLimit = 200;

/** A page of the orders the caller may see, with the total to page through; `hasMore` when a search was cut at `searchResultLimit`. */
export async function listOrders(db: Db, filter: OrderFilter): Promise<{ rows: OrderSummary[]; total: number; hasMore: boolean }> {
  const [rows, counted] = await Promise.all([
    db
      .rpc(
        'list_orders',
        {
          ...filterParameters(filter),
          sort: filter.sort.column,
          descending: filter.sort.descending,
          page: filter.page + 1,
          page_size: filter.pageSize,
        },
        { get: true },
      )
      .select(summaryColumns),
    db.rpc('count_orders', filterParameters(filter), { get: true }),
  ]);
  const total = unwrap(counted);
  return { rows: unwrap(rows).map(toSummary), total, hasMore: filter.search.trim() !== '' && total >= searchResultLimit };
}

/** Rows per export request; the database's maximum. */
const exportBatchSize = 1000;

/** All matching orders, newest first, in batches by keyset; the next batch is prefetched while the caller handles the current one. */
export async function* exportOrders(db: Db, filter: Pick<OrderFilter, 'search' | 'status'>): AsyncGenerator<OrderSummary[]> {
  const read = async (after: object) =>
    unwrap(
      await db
        .rpc('export_orders', { ...filterParameters(filter), ...after, page_size: exportBatchSize }, { get: true })
        .select(summaryColumns),
    );
  let batch = read({});
  for (;;) {
    const rows = await batch;
    const last = rows.at(-1);
    const isLast = !last || rows.length < exportBatchSize;
    if (!isLast) {
      batch = read({ after_created_at: last.created_at, after_id: last.id });
      // Prevents an unhandled rejection when the caller stops early; a caller who continues gets the failure from the await above.
      batch.catch(() => undefined);
    }
    if (rows.length > 0) yield rows.map(toSummary);
    if (isLast) return;
  }
}

/** Totals above the order list. */
export async function getOrderTotals(db: Db): Promise<OrderTotals> {
  const row = unwrap(await db.rpc('order_summary', {}, { get: true }).single());
  return {
    orders: row.total_orders,
    revenue: row.total_revenue,
    paidRevenue: row.paid_revenue,
    completed: row.completed_orders,
    pending: row.pending_orders,
  };
}

/** An order with its lines, licences and, for those who may see it, its timeline. Fails as `not-found`. */
export async function getOrder(db: Db, id: string): Promise<OrderDetail> {
  const row = unwrap(await db.from('orders').select(detailColumns).eq('id', id).single());
  return {
    ...toSummary(row),
    phone: row.customer_phone,
    kraPin: row.kra_pin ?? '',
    address: [row.billing_address, row.city, row.country].filter(Boolean).join(', '),
    reference: row.payment_reference,
    surplus: row.surplus_amount ?? 0,
    net: row.net_amount,
    vat: row.vat_amount,
    paidAt: row.paid_at,
    events: row.order_events
      .toSorted((a, b) => a.id - b.id)
      .map((event) => ({
        id: event.id,
        at: event.at,
        kind: event.kind,
        from: event.from_status,
        to: event.to_status,
        note: event.note && sayOr(event.said, event.note),
        actorId: event.actor_id,
        actorName: event.users && ([event.users.first_name, event.users.last_name].filter(Boolean).join(' ') || event.users.email),
      })),
    licences: row.licences
      .toSorted((a, b) => a.name.localeCompare(b.name))
      .map((licence) => ({
        id: licence.id,
        name: licence.name,
        quantity: licence.quantity,
        key: licence.licence_key,
        validFrom: licence.valid_from,
        validUntil: licence.valid_until,
        isRevoked: licence.revoked_at !== null,
      })),
  };
}

/** Status of an order with its version (`updatedAt`), which the next status change is checked against. */
export type OrderState = { status: OrderStatus; updatedAt: string };

/** Changes the status of an open order. Fails as `conflict` when it is locked or changed after `seen` (an `updatedAt`). */
export async function setOrderStatus(db: Db, { id, status, seen }: { id: string; status: OrderStatus; seen: string }): Promise<OrderState> {
  const changed = unwrap(await db.rpc('set_order_status', { order_id: id, status, seen }));
  return { status: changed.status, updatedAt: changed.updated_at };
}

/** Completes an order that was paid elsewhere by recording the payment. Fails as `conflict` like `setOrderStatus`, and when the receipt is another order's. */
export async function completePaidOrder(
  db: Db,
  { id, method, reference, seen }: { id: string; method: PaymentMethod; reference: string; seen: string },
): Promise<OrderState> {
  const changed = unwrap(await db.rpc('complete_paid_order', { order_id: id, method, reference, seen }));
  return { status: changed.status, updatedAt: changed.updated_at };
}

/** Adds an internal note to an order's timeline; buyers do not see it. */
export async function addOrderNote(db: Db, { id, note }: { id: string; note: string }): Promise<true> {
  const { error, status } = await db.rpc('add_order_note', { order_id: id, note });
  if (error) unwrap({ data: null, error, status });
  return true;
}

/** Result of a bulk status change for one order. */
export type BulkStatusResult = { orderNumber: string | null; isChanged: boolean; refusal: string | null };

/** Sets the status of up to 100 orders and returns a result for each; locked ones are refused with a reason, the others change. */
export async function setOrderStatuses(
  db: Db,
  { ids, status }: { ids: readonly string[]; status: OrderStatus },
): Promise<BulkStatusResult[]> {
  const rows = unwrap(await db.rpc('set_order_statuses', { order_ids: [...ids], status }));
  return rows.map((row) => ({ orderNumber: row.order_number, isChanged: row.is_changed, refusal: sayOr(row.said, row.refusal) }));
}

/** Resends the newest mail about an order and returns its address. Fails as `not-found` when there is none, as `invalid` after five within an hour. */
export async function resendOrderMail(db: Db, id: string): Promise<string> {
  return unwrap(await db.rpc('resend_order_mail', { order_id: id }));
}

/** Reopens a completed or cancelled order; the timeline records the reason. */
export async function reopenOrder(db: Db, { id, reason }: { id: string; reason: string }): Promise<void> {
  unwrap(await db.rpc('reopen_order', { order_id: id, reason }));
}

/** Confirms a received bank transfer (amount in whole shillings), which marks the order as paid, completes it and issues its licences. */
export async function confirmBankPayment(
  db: Db,
  { id, amount, reference, valueDate }: { id: string; amount: number; reference: string; valueDate: string },
): Promise<string> {
  return unwrap(await db.rpc('confirm_bank_payment', { order_id: id, amount, bank_reference: reference, value_date: valueDate })).id;
}
