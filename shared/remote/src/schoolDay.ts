import { sessionStore } from '@masomo/auth';
import { today as todayIn } from '@masomo/domain/time';

/** Today at the school of the signed-in person, as `2026-11-21`; the product's own day without a school. */
export function today(): string {
  return todayIn(Date.now(), sessionStore.get().user?.timeZone);
}
