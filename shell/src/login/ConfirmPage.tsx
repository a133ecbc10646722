import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import * as z from 'zod/mini';
import { AuthFailure, confirmLink, useSession } from '@masomo/auth';
import { Alert, AppLink, Stack } from '@masomo/design-system';
import { FormError, SubmitButton, useForm } from '@masomo/design-system/forms';
import { useLocation, useNavigate } from '@masomo/navigation';
import { ExpiredLink } from './ExpiredLink.tsx';
import { LoginFrame } from './LoginFrame.tsx';

const linkSchema = z.object({
  token_hash: z.string().check(z.minLength(1)),
  type: z.enum(['recovery', 'invite', 'signup', 'magiclink', 'email_change']),
  invitation: z.optional(z.string()),
});
type LinkType = z.infer<typeof linkSchema>['type'];

const titles: Record<LinkType, () => string> = {
  recovery: () => t`Choose a new password`,
  invite: () => t`Open your account`,
  signup: () => t`Confirm your email address`,
  magiclink: () => t`Sign in`,
  email_change: () => t`Confirm your new email address`,
};

/** Links in emails lead here. Only a press uses the link up: opening it, as programs that read mail do, signs nobody in. */
export function ConfirmPage() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const { user } = useSession();
  const [failure, setFailure] = useState<AuthFailure>();
  const [isHalfConfirmed, setIsHalfConfirmed] = useState(false);
  const { handleSubmit, formState } = useForm();
  const link = linkSchema.safeParse(Object.fromEntries(new URLSearchParams(search)));

  async function confirm({ token_hash: hash, type }: z.infer<typeof linkSchema>) {
    setFailure(undefined);
    try {
      const isComplete = await confirmLink(hash, type);
      if (!isComplete) return setIsHalfConfirmed(true);
      await navigate(type === 'recovery' || type === 'invite' ? '/login/new-password' : '/dashboard', { replace: true });
    } catch (refused) {
      if (!(refused instanceof AuthFailure)) throw refused;
      setFailure(refused);
    }
  }

  if (!link.success)
    return (
      <LoginFrame title={t`Link not complete`} description={t`Open the full link from the email.`}>
        <AppLink to="/login/recover" alignSelf="center" color="accent.fg">
          <Trans>Request a new link</Trans>
        </AppLink>
      </LoginFrame>
    );
  // A change of the address is begun again in the profile, not by such a link.
  if (failure?.code === 'otp_expired' && link.data.type !== 'email_change')
    return <ExpiredLink {...(link.data.invitation ? { invitation: link.data.invitation } : {})} />;
  return (
    <LoginFrame title={titles[link.data.type]()} description={t`This link works once. Continue only if you asked for it or expected it.`}>
      {isHalfConfirmed ? (
        <Alert.Root status="success" role="status">
          <Alert.Indicator />
          <Alert.Description>
            <Trans>Confirmed. Open the email that we sent to your other address, too.</Trans>
          </Alert.Description>
        </Alert.Root>
      ) : (
        <form aria-label={titles[link.data.type]()} noValidate onSubmit={handleSubmit(() => confirm(link.data))}>
          <Stack gap="5">
            <FormError>{failure?.userMessage}</FormError>
            {user && (
              <Alert.Root status="warning">
                <Alert.Indicator />
                <Alert.Description>
                  <Trans>
                    You are signed in as {user.email}. The link may be for another account; if so, continuing signs you in to that one.
                  </Trans>
                </Alert.Description>
              </Alert.Root>
            )}
            <SubmitButton isBusy={formState.isSubmitting} busyLabel={t`Signing in...`} w="full" size="lg">
              <Trans>Continue</Trans>
            </SubmitButton>
          </Stack>
        </form>
      )}
    </LoginFrame>
  );
}
