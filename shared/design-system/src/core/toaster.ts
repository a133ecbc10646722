import { createStore } from '@masomo/domain/createStore';
import type { toaster as Queue } from '../overlays/Toaster.tsx';

type Message = Parameters<typeof Queue.success>[0];

/** Whether a message was there to show; the component that renders the queue does so from then on. */
export const toastsWanted = createStore(false);

const tellAs = (type: 'success' | 'error' | 'warning' | 'info') => (message: Message) => {
  if (!toastsWanted.get()) toastsWanted.set(true);
  import('@masomo/design-system/overlays').then(
    ({ toaster: queue }) => queue[type](message),
    (error: unknown) => console.error('A message could not be shown.', message.title, error),
  );
};

/** Short messages about what just happened. What shows them is loaded with the first one, or a while after the first screen. */
export const toaster = { success: tellAs('success'), error: tellAs('error'), warning: tellAs('warning'), info: tellAs('info') };
