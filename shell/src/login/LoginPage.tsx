import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import {
  AuthFailure,
  sessionStore,
  signIn,
  signInWithRecoveryCode,
  signOut,
  useSession,
  verifySecondFactor,
  type SessionState,
} from '@masomo/auth';
import { Alert, AppLink, Button, Stack, Text } from '@masomo/design-system';
import { FormError, PasswordField, SubmitButton, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { useLocation, useNavigate } from '@masomo/navigation';
import { pathAfterLogin } from '../router/loginPath.ts';
import { LoginFrame } from './LoginFrame.tsx';
import { RecoveryCodeForm } from './RecoveryCodeForm.tsx';
import { SecondFactorForm } from './SecondFactorForm.tsx';

const credentialsSchema = z.object({
  email: z.string().check(z.trim(), z.minLength(1, t`Enter your email`)),
  password: z.string().check(z.minLength(1, t`Enter your password`)),
});

/** Sign-in with email and password, then the second factor where there is one. */
export function LoginPage() {
  const navigate = useNavigate();
  const { search } = useLocation();
  const session = useSession();
  const hasExpired = session.status === 'signed-out' && session.hasExpired === true;
  const [refusal, setRefusal] = useState<string>();
  const [isSecondStep, setIsSecondStep] = useState(() => sessionStore.get().status === 'second-factor');
  const [hasLostPhone, setHasLostPhone] = useState(false);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(credentialsSchema),
    defaultValues: { email: '', password: '' },
  });
  const { errors, isSubmitting } = formState;

  const isAttempting = useRef(false);
  // Signed in by another tab.
  const person = session.status === 'signed-in' ? session.user : undefined;
  useEffect(() => {
    if (person && !isAttempting.current) void navigate(pathAfterLogin(search, person), { replace: true });
  }, [person, navigate, search]);

  async function attempt(step: () => Promise<SessionState>) {
    setRefusal(undefined);
    isAttempting.current = true;
    try {
      const reached = await step();
      if (reached.status === 'second-factor') setIsSecondStep(true);
      if (reached.status === 'signed-in') await navigate(pathAfterLogin(search, reached.user), { replace: true });
    } catch (failure) {
      if (!(failure instanceof AuthFailure)) throw failure;
      setRefusal(failure.userMessage);
    } finally {
      isAttempting.current = false;
    }
  }

  /** Forgets who entered the password: the session may be over, or somebody else is here. */
  async function startAgain() {
    setRefusal(undefined);
    await signOut();
    setHasLostPhone(false);
    setIsSecondStep(false);
  }

  if (isSecondStep) {
    return (
      <LoginFrame
        title={t`Two-step sign-in`}
        description={hasLostPhone ? t`Enter one of your recovery codes.` : t`Enter the six digits that your authenticator app shows.`}
      >
        <Stack gap="4">
          {hasLostPhone ? (
            <RecoveryCodeForm refusal={refusal} onSubmit={(code) => attempt(() => signInWithRecoveryCode(code))} />
          ) : (
            <SecondFactorForm refusal={refusal} onSubmit={(code, isTrusting) => attempt(() => verifySecondFactor(code, isTrusting))} />
          )}
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              setRefusal(undefined);
              setHasLostPhone(!hasLostPhone);
            }}
          >
            {hasLostPhone ? t`Use the authenticator app` : t`Use a recovery code instead`}
          </Button>
          <Button variant="ghost" size="sm" onClick={() => void startAgain()}>
            <Trans>Sign in again</Trans>
          </Button>
        </Stack>
      </LoginFrame>
    );
  }
  return (
    <LoginFrame title={t`Sign in`} description={t`For school staff, parents and students.`}>
      <form aria-label={t`Sign in`} noValidate onSubmit={handleSubmit(({ email, password }) => attempt(() => signIn(email, password)))}>
        <Stack gap="5">
          {hasExpired && !refusal && (
            <Alert.Root status="info">
              <Alert.Indicator />
              <Alert.Description>
                <Trans>Your session has ended. Sign in again to continue where you were.</Trans>
              </Alert.Description>
            </Alert.Root>
          )}
          <FormError>{refusal}</FormError>
          <TextField label={t`Email`} type="email" autoComplete="username" required error={errors.email?.message} {...register('email')} />
          <PasswordField
            label={t`Password`}
            autoComplete="current-password"
            required
            error={errors.password?.message}
            {...register('password')}
          />
          <SubmitButton isBusy={isSubmitting} busyLabel={t`Signing in...`} w="full" size="lg">
            <Trans>Sign in</Trans>
          </SubmitButton>
          <Stack gap="2" fontSize="sm" align="center">
            <AppLink to="/login/recover" color="accent.fg">
              <Trans>Forgot your password?</Trans>
            </AppLink>
            <Text color="fg.muted">
              <Trans>
                No account?{' '}
                <AppLink to="/contact" color="accent.fg">
                  Contact us for access
                </AppLink>
              </Trans>
            </Text>
          </Stack>
        </Stack>
      </form>
    </LoginFrame>
  );
}
