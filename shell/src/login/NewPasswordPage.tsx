import { useState } from 'react';
import * as z from 'zod/mini';
import { AuthFailure, setPassword, useSession } from '@masomo/auth';
import { Alert, AppLink, Center, Spinner, Stack } from '@masomo/design-system';
import { AccountName, FormError, PasswordField, SubmitButton, useForm, zodResolver } from '@masomo/design-system/forms';
import { useNavigate } from '@masomo/navigation';
import { LoginFrame } from './LoginFrame.tsx';

const passwordSchema = z.object({
  password: z.string().check(z.minLength(10, 'Use at least 10 characters'), z.maxLength(72, 'Use at most 72 characters')),
});

/** Choosing a password; the link in a recovery mail leads here. */
export function NewPasswordPage() {
  const { status, user } = useSession();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, formState } = useForm({ resolver: zodResolver(passwordSchema), defaultValues: { password: '' } });
  if (status === 'loading')
    return (
      <Center minH="100dvh">
        <Spinner aria-label="Loading" />
      </Center>
    );
  return (
    <LoginFrame title="Choose a password" description="At least ten characters. A sentence you remember is better than a short riddle.">
      {status !== 'signed-in' ? (
        <>
          <Alert.Root status="warning" role="alert">
            <Alert.Indicator />
            <Alert.Description>This link was used already or is too old. Ask for a new one.</Alert.Description>
          </Alert.Root>
          <AppLink to="/login/recover" alignSelf="center" color="accent.fg">
            Send a new link
          </AppLink>
        </>
      ) : (
        <form
          aria-label="Choose a password"
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
            <PasswordField
              label="New password"
              autoComplete="new-password"
              required
              error={formState.errors.password?.message}
              {...register('password')}
            />
            <SubmitButton isBusy={formState.isSubmitting} busyLabel="Saving..." w="full">
              Save and continue
            </SubmitButton>
          </Stack>
        </form>
      )}
    </LoginFrame>
  );
}
