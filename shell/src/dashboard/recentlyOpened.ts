import * as z from '@masomo/data/zod';
import { personalStorageKey } from '@masomo/domain/personalStorage';

const openedSchema = z.object({ path: z.string(), label: z.string(), detail: z.string() });
/** What somebody opened from the search; `detail` is the kind of it, or what tells namesakes apart. */
export type Opened = z.infer<typeof openedSchema>;

const mostKept = 10;
// Its prefix has signing out remove it.
const keyOf = (userId: string) => personalStorageKey('search', `opened-${userId}`);

/** The last ten that a person opened from the search on this device, the latest first. */
export function readOpened(userId: string): Opened[] {
  try {
    const { data } = z.array(openedSchema).safeParse(JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]'));
    return data ?? [];
  } catch {
    // Storage is blocked or holds something else.
    return [];
  }
}

/** Keeps what a person opened, first of the ten. */
export function keepOpened(userId: string, opened: Opened): void {
  const kept = [opened, ...readOpened(userId).filter(({ path }) => path !== opened.path)].slice(0, mostKept);
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(kept));
  } catch {
    // Storage is blocked: the next search begins with the screens.
  }
}
