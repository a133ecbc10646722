import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { SimpleGrid, Stack } from '@masomo/design-system';
import { FormError, SelectField, TextAreaField, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { supportRequestOf, ticketFormSchema, ticketPriorities, type TicketForm as Ticket } from '@masomo/domain/forms';
import { timings } from '@masomo/domain/timings';
import { PostedButton, PostedForm } from '../shared/PostedForm.tsx';
import { useSubmission } from '../shared/useSubmission.ts';
import { useTimedPanel } from '../shared/useTimedPanel.ts';
import { IssueTiles } from './IssueTiles.tsx';
import { TicketConfirmation } from './TicketConfirmation.tsx';

const priorityLabels = { low: msg`Low`, medium: msg`Medium`, high: msg`High`, urgent: msg`Urgent` } as const;

/** Support ticket form with issue type and priority. */
export function TicketForm() {
  const { state, submit, reset: resetSubmission } = useSubmission('send-support-email', t`Failed to submit support request`);
  const {
    register,
    handleSubmit,
    reset,
    formState: { errors },
  } = useForm<Ticket>({ resolver: zodResolver(ticketFormSchema), defaultValues: { issueType: 'technical', priority: 'medium' } });
  const { pauseProps } = useTimedPanel(state.status === 'success', timings.supportPanelMs, resetSubmission);
  const send = handleSubmit(async (ticket, event) => {
    if (await submit(supportRequestOf(ticket), event?.target)) reset();
  });
  return (
    <PostedForm
      to="send-support-email"
      thanks={<Trans>Thank you for your message! We answer by email, with the number of your ticket.</Trans>}
      onSubmit={send}
      aria-label={t`Support ticket`}
    >
      <Stack gap="6">
        <IssueTiles error={errors.issueType?.message} field={register('issueType')} />
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="5">
          <TextField label={t`Name`} required autoComplete="name" error={errors.name?.message} {...register('name')} />
          <TextField label={t`Email`} type="email" required autoComplete="email" error={errors.email?.message} {...register('email')} />
          <TextField
            label={t({ message: 'Subject', context: 'message' })}
            required
            error={errors.subject?.message}
            {...register('subject')}
          />
          <SelectField
            label={t`Priority`}
            options={ticketPriorities.map((value) => ({ value, label: t(priorityLabels[value]) }))}
            error={errors.priority?.message}
            defaultValue="medium"
            {...register('priority')}
          />
        </SimpleGrid>
        <TextAreaField label={t`Description`} required rows={6} error={errors.description?.message} {...register('description')} />
        {state.status === 'error' && <FormError title={t`Error submitting support request`}>{state.message}</FormError>}
        {state.status === 'success' && <TicketConfirmation response={state.response} {...pauseProps} />}
        <PostedButton isBusy={state.status === 'submitting'} busyLabel={t`Submitting...`}>
          <Trans>Submit ticket</Trans>
        </PostedButton>
      </Stack>
    </PostedForm>
  );
}
