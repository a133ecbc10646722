import { t } from '@lingui/core/macro';
import { LoginFrame } from './LoginFrame.tsx';
import { RequestLinkForm } from './RequestLinkForm.tsx';

/** In the place of a link's page once the link is over: an invitation that is read in the evening opens all the same. */
export function ExpiredLink() {
  return (
    <LoginFrame
      title={t`This link no longer works`}
      description={t`It has expired or was already used: a link works once, within one hour. Enter the email address that it was sent to, and we’ll email you a new one.`}
    >
      <RequestLinkForm label={t`Request a new link`} />
    </LoginFrame>
  );
}
