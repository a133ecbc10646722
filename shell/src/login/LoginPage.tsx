import { useState } from 'react';
import { z } from 'zod';
import { sessionStore, signIn, verifySecondFactor, type SignInResult } from '@masomo/auth';
import { AppLink, Stack, Text } from '@masomo/design-system';
import { FormError, PasswordField, SubmitButton, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { useLocation, useNavigate } from '@masomo/navigation';
import { rememberedPath } from '../router/loginPath.ts';
import { LoginFrame } from './LoginFrame.tsx';
import { SecondFactorForm } from './SecondFactorForm.tsx';

const credentialsSchema = z.object({ email: z.string().trim().min(1, 'Enter your email'), password: z.string().min(1, 'Enter your password') });

/** Signing in: email and password, then the second factor where there is one. */
export function LoginPage() {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [refusal, setRefusal] = useState<string>();
  const [factorId, setFactorId] = useState<string>();
  const { register, handleSubmit, formState } = useForm({ resolver: zodResolver(credentialsSchema), defaultValues: { email: '', password: '' } });
  const { errors, isSubmitting } = formState;

  async function settle(result: SignInResult) {
    if (result.status === 'refused') setRefusal(result.message || 'Invalid email or password');
    if (result.status === 'second-factor') setFactorId(result.factorId);
    const session = sessionStore.get();
    if (result.status === 'signed-in' && session.status === 'signed-in') await navigate(rememberedPath(search, session.user.role), { replace: true });
  }

  if (factorId) {
    return (
      <LoginFrame title="Two-step sign-in" description="Enter the six digits your authenticator app shows now.">
        <SecondFactorForm refusal={refusal} onSubmit={async (code) => { setRefusal(undefined); await settle(await verifySecondFactor(factorId, code)); }} />
      </LoginFrame>
    );
  }
  return (
    <LoginFrame title="Sign in" description="For staff, parents and students of schools that use the product.">
      <form
        aria-label="Sign in" noValidate
        onSubmit={handleSubmit(async ({ email, password }) => {
          setRefusal(undefined);
          await settle(await signIn(email, password));
        })}
      >
        <Stack gap="5">
          <FormError>{refusal}</FormError>
          <TextField label="Email" type="email" autoComplete="username" required error={errors.email?.message} {...register('email')} />
          <PasswordField label="Password" autoComplete="current-password" required error={errors.password?.message} {...register('password')} />
          <SubmitButton isBusy={isSubmitting} busyLabel="Signing in..." w="full" size="lg">Sign in</SubmitButton>
          <Stack gap="2" fontSize="sm" align="center">
            <AppLink to="/login/recover" color="accent.fg">Forgot your password?</AppLink>
            <Text color="fg.muted">No account? <AppLink to="/contact" color="accent.fg">Contact us for access</AppLink></Text>
          </Stack>
        </Stack>
      </form>
    </LoginFrame>
  );
}
