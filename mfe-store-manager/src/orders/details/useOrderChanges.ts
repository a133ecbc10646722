import { useState } from 'react';
import { useSession } from '@masomo/auth';
import type { OrderDetail } from '@masomo/data/store/orders';

const currentVersion = (order: OrderDetail) => ({ eventId: order.events.at(-1)?.id ?? 0, updatedAt: order.updatedAt });

/** Events by other users since the order was opened, and the version the user's next decision is based on. */
export function useOrderChanges(order: OrderDetail) {
  const { user } = useSession();
  const [seen, setSeen] = useState(() => currentVersion(order));
  const changes = order.events.filter(({ id, actorId: byId }) => id > seen.eventId && byId !== user?.id);
  return {
    changes,
    seenUpdatedAt: changes.length > 0 ? seen.updatedAt : order.updatedAt,
    acknowledge: () => setSeen(currentVersion(order)),
  };
}
