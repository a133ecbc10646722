import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { z } from 'zod';
import { useCommand, useQuery } from '@masomo/data';
import { getPaymentInstructions, savePaymentInstructions, schoolKeys } from '@masomo/data/platform/schools';
import { Card, ErrorState, Heading, Stack, toaster } from '@masomo/design-system';
import { FormError, FormSkeleton, SubmitButton, TextAreaField, useForm, zodResolver } from '@masomo/design-system/forms';

const instructionsSchema = z.object({
  instructions: z
    .string()
    .trim()
    .max(400, t`Use at most 400 characters`),
});

export function PaymentInstructionsCard({ schoolId }: { schoolId: string }) {
  const {
    data: instructions,
    error,
    reload,
  } = useQuery(schoolKeys.paymentInstructions(schoolId), (db) => getPaymentInstructions(db, schoolId), { revalidateOnFocus: false });
  return (
    <Card.Root as="section" aria-labelledby="how-to-pay">
      <Card.Header>
        <Heading as="h2" size="md" id="how-to-pay">
          <Trans>How families pay</Trans>
        </Heading>
      </Card.Header>
      <Card.Body>
        {error && instructions === undefined && <ErrorState error={error} onRetry={reload} />}
        {!error && instructions === undefined && <FormSkeleton fields={[{ lines: 3, hasHelp: true }]} />}
        {instructions !== undefined && <PaymentInstructionsForm schoolId={schoolId} instructions={instructions} />}
      </Card.Body>
    </Card.Root>
  );
}

function PaymentInstructionsForm({ schoolId, instructions }: { schoolId: string; instructions: string }) {
  const save = useCommand(savePaymentInstructions, {
    invalidates: ['schools', 'fees'],
    onSuccess: () => toaster.success({ title: t`Saved. Families see this next to their balance.` }),
  });
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({ resolver: zodResolver(instructionsSchema), defaultValues: { instructions } });
  return (
    <form aria-label={t`How families pay`} noValidate onSubmit={handleSubmit((fields) => save.run({ id: schoolId, ...fields }))}>
      <Stack gap="4">
        <TextAreaField
          label={t`Instructions`}
          rows={3}
          placeholder={t`M-Pesa Paybill 123456, account number: admission number`}
          helpText={t`Shown to families with a balance, on statements and in reminders. Until the school subscribes, emails show web addresses as plain text, not as links.`}
          error={errors.instructions?.message}
          {...register('instructions')}
        />
        <FormError>{save.error?.userMessage}</FormError>
        <SubmitButton alignSelf="flex-start" isBusy={save.isRunning} busyLabel={t`Saving...`}>
          <Trans>Save instructions</Trans>
        </SubmitButton>
      </Stack>
    </form>
  );
}
