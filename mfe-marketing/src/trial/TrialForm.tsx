import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, SimpleGrid, Stack } from '@masomo/design-system';
import { FormError, SelectField, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { counties } from '@masomo/domain/counties';
import { outsideKenya, trialRequestSchema, type TrialRequest } from '@masomo/domain/forms';
import { schoolKinds } from '@masomo/domain/schoolKinds';
import { schoolKindLabels } from '../shared/formLabels.ts';
import { PostedButton, PostedForm } from '../shared/PostedForm.tsx';
import { useSubmission } from '../shared/useSubmission.ts';

/** Asks for a trial, without a password: the person who opens the link in the mail chooses it, so nobody can for another's address. */
export function TrialForm({ onSent }: { onSent: (email: string) => void }) {
  const { state, submit } = useSubmission('start-trial', t`Your trial could not be started`);
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm<TrialRequest>({ resolver: zodResolver(trialRequestSchema) });
  const send = handleSubmit(async (request, event) => {
    if (await submit(request, event?.target)) onSent(request.email);
  });
  return (
    <Box position="relative">
      <PostedForm
        to="start-trial"
        thanks={<Trans>Check your inbox: the link in our email opens your school.</Trans>}
        onSubmit={send}
        aria-label={t`Free trial`}
      >
        <Stack gap="5">
          <TextField
            label={t`Name of the school`}
            required
            autoComplete="organization"
            error={errors.school?.message}
            {...register('school')}
          />
          <SimpleGrid columns={{ base: 1, sm: 2 }} gap="5">
            <SelectField
              label={t`Kind of school`}
              required
              placeholder={t`Select a kind`}
              options={schoolKinds.map((value) => ({ value, label: t(schoolKindLabels[value]) }))}
              error={errors.kind?.message}
              {...register('kind')}
            />
            <SelectField
              label={t`County`}
              required
              placeholder={t`Select a county`}
              options={[...counties.map((county) => ({ value: county, label: county })), { value: outsideKenya, label: t`Outside Kenya` }]}
              error={errors.county?.message}
              {...register('county')}
            />
            <TextField
              label={t`First name`}
              required
              autoComplete="given-name"
              error={errors.firstName?.message}
              {...register('firstName')}
            />
            <TextField label={t`Last name`} autoComplete="family-name" error={errors.lastName?.message} {...register('lastName')} />
          </SimpleGrid>
          <TextField
            label={t`Email`}
            type="email"
            required
            autoComplete="email"
            helpText={t`You will sign in with this address. We send it the link that opens your school.`}
            error={errors.email?.message}
            {...register('email')}
          />
          {state.status === 'error' && <FormError>{state.message}</FormError>}
          <PostedButton isBusy={state.status === 'submitting'} busyLabel={t`Submitting...`}>
            <Trans>Start free trial</Trans>
          </PostedButton>
        </Stack>
      </PostedForm>
    </Box>
  );
}
