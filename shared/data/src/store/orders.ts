import { unwrap, type Db } from '@masomo/data';
import type { OrderStatus, PaymentMethod } from '@masomo/domain/orders';

/** One line of an order; `price` in whole shillings. */
export type OrderItem = { addonName: string; quantity: number; price: number; category: string };

/** An order as the list shows it; amounts in whole shillings, times in ISO. */
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
};

/** What the list is narrowed to. `page` counts from 0. */
export type OrderFilter = {
  search: string;
  status: OrderStatus | 'all';
  sort: { column: OrderSortColumn; descending: boolean };
  page: number;
  pageSize: number;
};
export const orderSortColumns = ['created_at', 'total_amount', 'customer_name', 'status', 'order_number'] as const;
export type OrderSortColumn = (typeof orderSortColumns)[number];

/** Counts and sums of every order the reader may see; amounts in whole shillings. */
export type OrderTotals = { orders: number; revenue: number; paidRevenue: number; completed: number; pending: number };

/** One entry of an order's timeline; `by` whom, null for the buyer without an account and for what happens by itself. */
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

/** What a paid line gives the right to; `validUntil` null never ends. */
export type OrderLicence = {
  id: string;
  name: string;
  quantity: number;
  key: string;
  validFrom: string;
  validUntil: string | null;
  isRevoked: boolean;
};

/** An order with everything about it; `net` and `vat` carry cents. */
export type OrderDetail = OrderSummary & {
  phone: string;
  address: string;
  reference: string;
  net: number;
  vat: number;
  paidAt: string | null;
  events: OrderEvent[];
  licences: OrderLicence[];
};

export const orderKeys = {
  list: (filter: OrderFilter) => ['orders', 'list', filter] as const,
  totals: () => ['orders', 'totals'] as const,
  one: (id: string) => ['orders', 'one', id] as const,
};

const summaryColumns =
  'id, order_number, customer_name, customer_email, institution, total_amount, status, payment_method, created_at, updated_at, order_items(addon_name, quantity, price, category, position)';
const detailColumns =
  `${summaryColumns}, customer_phone, billing_address, city, country, payment_reference, net_amount, vat_amount, paid_at, order_events(id, at, kind, from_status, to_status, note, actor_id, users(first_name, last_name, email)), licences(id, name, quantity, licence_key, valid_from, valid_until, revoked_at)` as const;

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
  };
}

/** What a filter is to the database: an absent condition is left out. */
const filterParameters = ({ search, status }: Pick<OrderFilter, 'search' | 'status'>) => ({
  ...(status === 'all' ? {} : { status }),
  ...(search.trim() ? { search: search.trim() } : {}),
});

/** A search lists the newest so many orders that match; the database finds no more. */
export const searchResultLimit = 200;

/** One page of the orders the caller may see, and how many there are to page through; `hasMore` when a search may match more than those. */
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

/** Rows of one slice of an export; the database gives no more. */
const exportBatchSize = 1000;

/** Every order that matches, newest first, slice by slice: each starts after the last order of the one before, and is on its way while that one is used. */
export async function* exportOrders(db: Db, filter: Pick<OrderFilter, 'search' | 'status'>): AsyncGenerator<OrderSummary[]> {
  const read = async (after: object) =>
    unwrap(
      await db
        .rpc('export_orders', { ...filterParameters(filter), ...after, page_size: exportBatchSize }, { get: true })
        .select(summaryColumns),
    );
  let slice = read({});
  for (;;) {
    const rows = await slice;
    const last = rows.at(-1);
    const isLast = !last || rows.length < exportBatchSize;
    if (!isLast) {
      slice = read({ after_created_at: last.created_at, after_id: last.id });
      // Whoever stops reading early leaves nothing unhandled behind; whoever goes on meets the failure above.
      slice.catch(() => undefined);
    }
    if (rows.length > 0) yield rows.map(toSummary);
    if (isLast) return;
  }
}

/** The four figures above the list. */
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

/** One order with its lines and, for those who may see it, its timeline. */
export async function getOrder(db: Db, id: string): Promise<OrderDetail> {
  const row = unwrap(await db.from('orders').select(detailColumns).eq('id', id).single());
  return {
    ...toSummary(row),
    phone: row.customer_phone,
    address: [row.billing_address, row.city, row.country].filter(Boolean).join(', '),
    reference: row.payment_reference,
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
        note: event.note,
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

/** An order's state and the time it got it: what the next decision about it was made on. */
export type OrderState = { status: OrderStatus; updatedAt: string };

/** Moves an open order to another state. A locked one, or one that changed since `seen`, is refused as `conflict`. */
export async function setOrderStatus(db: Db, { id, status, seen }: { id: string; status: OrderStatus; seen: string }): Promise<OrderState> {
  const changed = unwrap(await db.rpc('set_order_status', { order_id: id, status, seen }));
  return { status: changed.status, updatedAt: changed.updated_at };
}

/** Writes a note into an order's timeline; buyers do not see it. */
export async function addOrderNote(db: Db, { id, note }: { id: string; note: string }): Promise<true> {
  const { error, status } = await db.rpc('add_order_note', { order_id: id, note });
  if (error) unwrap({ data: null, error, status });
  return true;
}

/** How a decision for several orders ended for one of them. */
export type BulkStatusResult = { orderNumber: string | null; isChanged: boolean; refusal: string | null };

/** Sets up to 100 orders to one state and says for each whether it changed; a locked one is refused with its reason and the others change. */
export async function setOrderStatuses(
  db: Db,
  { ids, status }: { ids: readonly string[]; status: OrderStatus },
): Promise<BulkStatusResult[]> {
  const rows = unwrap(await db.rpc('set_order_statuses', { order_ids: [...ids], status }));
  return rows.map((row) => ({ orderNumber: row.order_number, isChanged: row.is_changed, refusal: row.refusal }));
}

/** Sends the newest mail about an order once more and says to which address. `not-found` when none was written yet, `invalid` after five within an hour. */
export async function resendOrderMail(db: Db, id: string): Promise<string> {
  return unwrap(await db.rpc('resend_order_mail', { order_id: id }));
}

/** Opens a completed or cancelled order again; the reason stays in its timeline. */
export async function reopenOrder(db: Db, { id, reason }: { id: string; reason: string }): Promise<void> {
  unwrap(await db.rpc('reopen_order', { order_id: id, reason }));
}

/** Confirms that a bank transfer arrived (amount in whole shillings); the order is then paid, completed and licensed. */
export async function confirmBankPayment(
  db: Db,
  { id, amount, reference, valueDate }: { id: string; amount: number; reference: string; valueDate: string },
): Promise<string> {
  return unwrap(await db.rpc('confirm_bank_payment', { order_id: id, amount, bank_reference: reference, value_date: valueDate })).id;
}
