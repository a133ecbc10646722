import { useState } from 'react';
import { useSession } from '@masomo/auth';
import type { OrderDetail } from '@masomo/data/store/orders';

const newestOf = (order: OrderDetail) => ({ eventId: order.events.at(-1)?.id ?? 0, updatedAt: order.updatedAt });

/** What others did to an order since it was opened, and the state the reader's next decision is about. */
export function useOrderChanges(order: OrderDetail) {
  const { user } = useSession();
  const [known, setKnown] = useState(() => newestOf(order));
  const news = order.events.filter(({ id, actorId: byId }) => id > known.eventId && byId !== user?.id);
  return { news, seen: news.length > 0 ? known.updatedAt : order.updatedAt, acknowledge: () => setKnown(newestOf(order)) };
}
