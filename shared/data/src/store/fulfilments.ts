import * as z from '@masomo/data/zod';
import { unwrap, type Db } from '@masomo/data';
import { fulfilmentStates, type FulfilmentState } from '@masomo/domain/orderDocument';

/** What becomes of a service of an order; days are empty until they are agreed. */
export type Fulfilment = {
  id: string;
  name: string;
  state: FulfilmentState;
  person: string;
  startsOn: string;
  endsOn: string;
  notes: string;
};

/** Starts with `orders`, so that every command on orders reads it again. */
export const fulfilmentKeys = { ofOrder: (orderId: string) => ['orders', 'fulfilments', orderId] as const };

const stateSchema = z.enum(fulfilmentStates);

/** The services of a paid order, in the order of its lines. */
export async function listFulfilments(db: Db, orderId: string): Promise<Fulfilment[]> {
  const rows = unwrap(
    await db
      .from('service_fulfilments')
      .select('order_item_id, state, person, starts_on, ends_on, notes, order_items!inner(addon_name, position)')
      .eq('order_id', orderId),
  );
  return rows
    .toSorted((a, b) => a.order_items.position - b.order_items.position)
    .map((row) => ({
      id: row.order_item_id,
      name: row.order_items.addon_name,
      state: stateSchema.parse(row.state),
      person: row.person ?? '',
      startsOn: row.starts_on ?? '',
      endsOn: row.ends_on ?? '',
      notes: row.notes ?? '',
    }));
}

/** Stores what becomes of a service; super admins only. Resolves to the id of its line. */
export async function saveFulfilment(db: Db, { id, state, person, startsOn, endsOn, notes }: Omit<Fulfilment, 'name'>): Promise<string> {
  const { error, status } = await db.rpc('save_fulfilment', {
    order_item_id: id,
    state,
    person,
    ...(startsOn ? { starts_on: startsOn } : {}),
    ...(endsOn ? { ends_on: endsOn } : {}),
    notes,
  });
  return unwrap({ data: id, error, status });
}
