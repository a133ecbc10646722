import { useSyncExternalStore, type ComponentProps, type ReactNode } from 'react';
import { Trans } from '@lingui/react/macro';
import { Alert, Box } from '@masomo/design-system';
import { currentLanguage } from '@masomo/i18n';
import { useLocation } from '@masomo/navigation';
import { Honeypot } from './Honeypot.tsx';

const subscribeToNothing = () => () => undefined;
const receipt = { display: 'none', scrollMarginTop: '24', '&:target': { display: 'block' } };

type PostedFormProps = Omit<ComponentProps<'form'>, 'action' | 'method' | 'noValidate'> & {
  /** The edge function that takes the form. */
  to: string;
  /** What a visitor without scripts reads once the form has been accepted. */
  thanks: ReactNode;
};

/**
 * A form that works without and before scripts: the browser then checks it, posts it and comes back to the page, at the element with
 * the function's answer. With scripts it stays on the page, and `onSubmit` checks and sends it.
 */
export function PostedForm({ to, thanks, children, ...form }: PostedFormProps) {
  const hasScripts = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  const { hash } = useLocation();
  return (
    <>
      {(!hasScripts || hash === '#sent' || hash === '#refused') && <Receipts thanks={thanks} />}
      <form {...form} action={`/functions/v1/${to}`} method="post" noValidate={hasScripts}>
        {children}
        <input type="hidden" name="language" value={currentLanguage()} />
        <Honeypot />
      </form>
    </>
  );
}

/** The function's answer, of which the browser shows the one that the address names. */
function Receipts({ thanks }: { thanks: ReactNode }) {
  return (
    <>
      <Box id="sent" css={receipt}>
        <Alert.Root status="success" role="status" marginBottom="6">
          <Alert.Indicator />
          <Alert.Content>
            <Alert.Title>{thanks}</Alert.Title>
          </Alert.Content>
        </Alert.Root>
      </Box>
      <Box id="refused" css={receipt}>
        <Alert.Root status="error" role="alert" marginBottom="6">
          <Alert.Indicator />
          <Alert.Content>
            <Alert.Title>
              <Trans>This was not sent.</Trans>
            </Alert.Title>
            <Alert.Description>
              <Trans>Go back one page to find what you wrote, check every field and send it again in a few minutes.</Trans>
            </Alert.Description>
          </Alert.Content>
        </Alert.Root>
      </Box>
    </>
  );
}
