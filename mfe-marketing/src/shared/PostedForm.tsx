import { useSyncExternalStore, type ComponentProps, type ReactNode } from 'react';
import { Trans } from '@lingui/react/macro';
import { Alert, Box, Span, Text } from '@masomo/design-system';
import { SubmitButton, type SubmitButtonProps } from '@masomo/design-system/forms';
import { currentLanguage } from '@masomo/i18n';
import { useLocation } from '@masomo/navigation';
import { Honeypot } from './Honeypot.tsx';

const subscribeToNothing = () => () => undefined;
/** Whether the start script has sent a form, or is sending it. */
const isPosted = () => document.querySelector('form[data-post]:not([data-post=""])') !== null;

/** In styles, so that hydration has nothing to render again. */
const receipt = (post: 'sent' | 'refused') => ({
  display: 'none',
  scrollMarginTop: '24',
  '&:target': { display: 'block' },
  [`form[data-post=${post}] > &`]: { display: 'block' },
});
const isAnsweredInPlace = 'form[data-post=refused] &';
const labelWhileSending = {
  'form[data-post=sending] &': { opacity: 0.6, cursor: 'progress' },
  'form[data-post=sending] & [data-label-sending] > *': { display: 'none' },
  'form[data-post=sending] & [data-label-sending]::before': { content: 'attr(data-label-sending)' },
};

type PostedFormProps = Omit<ComponentProps<'form'>, 'action' | 'method' | 'noValidate'> & {
  /** The edge function that takes the form. */
  to: string;
  /** What is shown once the form has been accepted without scripts, or before them. */
  thanks: ReactNode;
};

/**
 * A form that works without and before scripts: the browser then checks it, posts it and comes back to the page, at the element with
 * the function's answer. Before the page has started, the document's start script posts it (`sendForms`) and the answer is shown in
 * place. Afterwards `onSubmit` checks and sends it.
 */
export function PostedForm({ to, thanks, children, ...form }: PostedFormProps) {
  const hasStarted = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  const hasReceipts = useSyncExternalStore(subscribeToNothing, isPosted, () => true);
  const { hash } = useLocation();
  return (
    <form {...form} action={`/functions/v1/${to}`} method="post" noValidate={hasStarted} data-post="">
      {(hasReceipts || hash === '#sent' || hash === '#refused') && <Receipts thanks={thanks} />}
      {children}
      <input type="hidden" name="language" value={currentLanguage()} />
      <Honeypot />
    </form>
  );
}

/** The button of a posted form, which also says that it is being sent where styles alone can. */
export function PostedButton({ children, ...button }: SubmitButtonProps) {
  return (
    <SubmitButton size="lg" css={labelWhileSending} {...button}>
      <Span data-label-sending={button.busyLabel}>
        <Span>{children}</Span>
      </Span>
    </SubmitButton>
  );
}

/** The function's answer, of which the browser shows the one that the address or the form's `data-post` names. */
function Receipts({ thanks }: { thanks: ReactNode }) {
  return (
    <>
      <Box id="sent" css={receipt('sent')}>
        <Alert.Root status="success" role="status" marginBottom="6">
          <Alert.Indicator />
          <Alert.Content>
            <Alert.Title>{thanks}</Alert.Title>
          </Alert.Content>
        </Alert.Root>
      </Box>
      <Box id="refused" css={receipt('refused')}>
        <Alert.Root status="error" role="alert" marginBottom="6">
          <Alert.Indicator />
          <Alert.Content>
            <Alert.Title>
              <Trans>This was not sent.</Trans>
            </Alert.Title>
            <Alert.Description>
              {/* Its text is written by the start script; React leaves what is in an element whose child is a string. */}
              <Text lang="en" data-reason suppressHydrationWarning>
                {''}
              </Text>
              <Text css={{ [isAnsweredInPlace]: { display: 'none' } }}>
                <Trans>Go back one page to find what you wrote, check every field and send it again in a few minutes.</Trans>
              </Text>
              <Text css={{ display: 'none', [isAnsweredInPlace]: { display: 'block' } }}>
                <Trans>What you wrote is still here. Check every field and your connection, and send it again in a few minutes.</Trans>
              </Text>
            </Alert.Description>
          </Alert.Content>
        </Alert.Root>
      </Box>
    </>
  );
}
