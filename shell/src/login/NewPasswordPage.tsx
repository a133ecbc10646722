import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import * as z from 'zod/mini';
import { AuthFailure, setPassword, useIdentity, useSession, type SessionUser } from '@masomo/auth';
import { Center, Spinner, Stack, Text } from '@masomo/design-system';
import { AccountName, FormError, PasswordField, SubmitButton, useForm, zodResolver } from '@masomo/design-system/forms';
import { roleLabels } from '@masomo/domain/roles';
import { translate } from '@masomo/i18n';
import { useNavigate } from '@masomo/navigation';
import { ExpiredLink } from './ExpiredLink.tsx';
import { LoginFrame } from './LoginFrame.tsx';

const passwordSchema = z.object({
  password: z.string().check(z.minLength(10, t`Use at least 10 characters`), z.maxLength(72, t`Use at most 72 characters`)),
});

/** Whose account it is: a person who was invited may not know the school's name for them. */
function AccountPlace({ user: { email, role } }: { user: SessionUser }) {
  const { data: identity } = useIdentity();
  const label = translate(roleLabels[role]);
  return (
    <Text fontSize="sm" color="fg.muted">
      {identity?.schoolName ? (
        <Trans>
          Account {email} at {identity.schoolName}, with the role {label}.
        </Trans>
      ) : (
        <Trans>Account {email}.</Trans>
      )}
    </Text>
  );
}

/** Choosing a password; the link in a recovery mail leads here. */
export function NewPasswordPage() {
  const { status, user } = useSession();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, formState } = useForm({ resolver: zodResolver(passwordSchema), defaultValues: { password: '' } });
  if (status === 'loading')
    return (
      <Center minH="100dvh">
        <Spinner aria-label={t`Loading`} />
      </Center>
    );
  if (status !== 'signed-in') return <ExpiredLink />;
  return (
    <LoginFrame
      title={t`Choose a password`}
      description={t`At least ten characters. A sentence that you remember is safer than a short, complicated word.`}
    >
      <form
        aria-label={t`Choose a password`}
        noValidate
        onSubmit={handleSubmit(async ({ password }) => {
          setFailure(undefined);
          try {
            await setPassword(password);
            await navigate('/dashboard', { replace: true });
          } catch (refused) {
            if (!(refused instanceof AuthFailure)) throw refused;
            setFailure(refused.userMessage);
          }
        })}
      >
        <Stack gap="5">
          <FormError>{failure}</FormError>
          <AccountName email={user.email} />
          <AccountPlace user={user} />
          <PasswordField
            label={t`New password`}
            autoComplete="new-password"
            required
            error={formState.errors.password?.message}
            {...register('password')}
          />
          <SubmitButton isBusy={formState.isSubmitting} busyLabel={t`Saving...`} w="full" size="lg">
            <Trans>Save and continue</Trans>
          </SubmitButton>
        </Stack>
      </form>
    </LoginFrame>
  );
}
