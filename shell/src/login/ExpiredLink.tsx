import { t } from '@lingui/core/macro';
import { Center, Spinner } from '@masomo/design-system';
import { useQuery } from '@masomo/data';
import { invitationKeys, readInvitationState } from '@masomo/data/accounts/invitations';
import { LoginFrame } from './LoginFrame.tsx';
import { RequestLinkForm } from './RequestLinkForm.tsx';

/** In the place of a link's page once the link is over: an invitation that is read in the evening opens all the same. */
export function ExpiredLink({ invitation }: { invitation?: string }) {
  const { data: state, isLoading } = useQuery(invitation ? invitationKeys.state(invitation) : null, (db) =>
    readInvitationState(db, invitation ?? ''),
  );
  if (isLoading)
    return (
      <Center minH="100dvh">
        <Spinner aria-label={t`Loading`} />
      </Center>
    );
  if (state === 'revoked')
    return (
      <LoginFrame
        title={t`This invitation was revoked`}
        description={t`The school took it back, so its link opens no account. If you think that this is a mistake, ask who invited you to invite you again.`}
      />
    );
  return (
    <LoginFrame
      title={t`This link no longer works`}
      description={t`It has expired or was already used: a link works once, within one hour. Enter the email address that it was sent to, and we’ll email you a new one.`}
    >
      <RequestLinkForm label={t`Request a new link`} />
    </LoginFrame>
  );
}
