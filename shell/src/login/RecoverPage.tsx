import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { AppLink } from '@masomo/design-system';
import { LoginFrame } from './LoginFrame.tsx';
import { RequestLinkForm } from './RequestLinkForm.tsx';

/** Requests a link to choose a new password. */
export function RecoverPage() {
  return (
    <LoginFrame title={t`Forgot your password?`} description={t`We’ll email you a link to choose a new one.`}>
      <RequestLinkForm label={t`Forgot your password?`} />
      <AppLink to="/login" alignSelf="center" fontSize="sm" color="accent.fg">
        <Trans>Back to sign in</Trans>
      </AppLink>
    </LoginFrame>
  );
}
