import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, SimpleGrid, Stack } from '@masomo/design-system';
import { FormError, SelectField, TextAreaField, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { demoRequestSchema, demoRoles, demoVersions, type DemoRequest } from '@masomo/domain/forms';
import { PostedButton, PostedForm } from './PostedForm.tsx';
import { demoRoleLabels, demoVersionLabels } from './formLabels.ts';
import { useSubmission } from './useSubmission.ts';

/** Demo request form; cleared once accepted, kept as typed after a failure. */
export function DemoForm({ onSent }: { onSent: (request: DemoRequest) => void }) {
  const { state, submit } = useSubmission('send-demo-email', t`Failed to send demo request`);
  const {
    register,
    handleSubmit,
    reset,
    formState: { errors },
  } = useForm<DemoRequest>({ resolver: zodResolver(demoRequestSchema) });
  const send = handleSubmit(async (request, event) => {
    const body = {
      name: request.name,
      email: request.email,
      phone: request.phone ?? '',
      institution: request.institution,
      role: request.role,
      version: request.version,
      message: request.message ?? '',
    };
    if (!(await submit(body, event?.target))) return;
    reset();
    onSent(request);
  });
  const isBusy = state.status === 'submitting';
  return (
    <Box position="relative">
      <PostedForm to="send-demo-email" thanks={<Trans>Thank you for your request!</Trans>} onSubmit={send} aria-label={t`Demo request`}>
        <Stack gap="5">
          <SimpleGrid columns={{ base: 1, sm: 2 }} gap="5">
            <TextField label={t`Full Name`} required autoComplete="name" error={errors.name?.message} {...register('name')} />
            <TextField label={t`Email`} type="email" required autoComplete="email" error={errors.email?.message} {...register('email')} />
            <TextField label={t`Phone`} type="tel" autoComplete="tel" error={errors.phone?.message} {...register('phone')} />
            <TextField
              label={t`Institution`}
              required
              autoComplete="organization"
              error={errors.institution?.message}
              {...register('institution')}
            />
            <SelectField
              label={t`Role`}
              required
              placeholder={t`Select a role`}
              options={demoRoles.map((value) => ({ value, label: t(demoRoleLabels[value]) }))}
              error={errors.role?.message}
              {...register('role')}
            />
            <SelectField
              label={t`Version`}
              required
              placeholder={t`Select a version`}
              options={demoVersions.map((value) => ({ value, label: t(demoVersionLabels[value]) }))}
              error={errors.version?.message}
              {...register('version')}
            />
          </SimpleGrid>
          <TextAreaField
            label={t`Message`}
            rows={4}
            helpText={t`What should we show you first?`}
            error={errors.message?.message}
            {...register('message')}
          />
          {state.status === 'error' && <FormError>{state.message}</FormError>}
          <PostedButton isBusy={isBusy} busyLabel={t`Submitting...`}>
            <Trans>Request Demo</Trans>
          </PostedButton>
        </Stack>
      </PostedForm>
    </Box>
  );
}
