import type { FocusEvent } from 'react';
import { t } from '@lingui/core/macro';
import { CloseButton, createToaster, Portal, Stack, Toast, Toaster as ChakraToaster } from '@chakra-ui/react';
import { toastRecipe } from '../theme/recipes/popups.ts';

const queue = createToaster({
  placement: 'bottom-end',
  pauseOnPageIdle: true,
  max: 3,
  offsets: { top: '1rem', bottom: 'calc(var(--bottom-bar, 0px) + 1rem)', left: '1rem', right: '1rem' },
});
type Message = Parameters<typeof queue.create>[0];

/** A title is read at a glance; what follows from it, and an action that takes it back, take longer. */
const shortMs = 6_000;
const longMs = 10_000;

let last = { words: '', id: '' };

/** A toast with the same text replaces the earlier one, so that repeated failures show one message. */
function tell(message: Message): string {
  const words = `${String(message.title)} ${String(message.description)}`;
  if (words === last.words) queue.remove(last.id);
  last = { words, id: queue.create({ duration: message.description || message.action ? longMs : shortMs, ...message }) };
  return last.id;
}
const tellAs = (type: NonNullable<Message['type']>) => (message: Message) => tell({ ...message, type });

/** The queue of messages, which all React roots share. Screens use the `toaster` of the core, which also has the queue rendered. */
export const toaster: typeof queue = {
  ...queue,
  create: tell,
  success: tellAs('success'),
  error: tellAs('error'),
  warning: tellAs('warning'),
  info: tellAs('info'),
};

/**
 * The region returns the focus to where it came from, and takes a step between its own toasts for an arrival.
 * Someone who came from no element would be led back to the toasts for ever.
 */
function hideInnerStep(event: FocusEvent<HTMLElement>): void {
  if (event.relatedTarget?.closest('[data-scope=toast]')) event.stopPropagation();
}

/** Renders the queue; mounted once per page. */
export function Toaster() {
  return (
    <Portal>
      <ChakraToaster toaster={queue} aria-label={t`Notifications`} insetInline={{ mdDown: '4' }}>
        {(toast) => (
          <Toast.Root recipe={toastRecipe} width={{ md: 'sm' }} onFocus={hideInnerStep}>
            <Toast.Indicator />
            <Stack gap="0.5" flex="1" minW="0">
              {toast.title && <Toast.Title>{toast.title}</Toast.Title>}
              {toast.description && <Toast.Description>{toast.description}</Toast.Description>}
            </Stack>
            {toast.action && <Toast.ActionTrigger>{toast.action.label}</Toast.ActionTrigger>}
            <Toast.CloseTrigger asChild>
              <CloseButton size="xs" aria-label={t`Dismiss`} />
            </Toast.CloseTrigger>
          </Toast.Root>
        )}
      </ChakraToaster>
    </Portal>
  );
}
