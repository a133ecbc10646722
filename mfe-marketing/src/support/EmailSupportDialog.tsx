import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, HStack, Stack } from '@masomo/design-system';
import { FormError, SelectField, SubmitButton, TextAreaField, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { supportRequestSchema, supportTypes, type SupportRequest } from '@masomo/domain/forms';
import { timings } from '@masomo/domain/timings';
import { Honeypot } from '../shared/Honeypot.tsx';
import { supportTypeLabels } from '../shared/formLabels.ts';
import { useSubmission } from '../shared/useSubmission.ts';
import { useTimedPanel } from '../shared/useTimedPanel.ts';
import { TicketConfirmation } from './TicketConfirmation.tsx';
import { SupportDialog } from './SupportDialog.tsx';

/** Email form of the support team. It cannot be closed while sending; closing clears it. */
export function EmailSupportDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { state, submit, reset: resetSubmission } = useSubmission('send-support-email', t`Failed to submit support request`);
  const {
    register,
    handleSubmit,
    reset,
    formState: { errors },
  } = useForm<SupportRequest>({ resolver: zodResolver(supportRequestSchema) });
  const isBusy = state.status === 'submitting';
  const close = () => {
    if (isBusy) return;
    reset();
    resetSubmission();
    onClose();
  };
  const { pauseProps } = useTimedPanel(state.status === 'success', timings.supportPanelMs, close);
  const send = handleSubmit(async (request, event) => {
    const { senderName, senderEmail, subject, supportType, message } = request;
    if (await submit({ senderName, senderEmail, subject, supportType, message }, event?.target)) reset();
  });
  return (
    <SupportDialog title={t`Email Support`} isOpen={isOpen} onClose={close}>
      {state.status === 'success' ? (
        <TicketConfirmation response={state.response} {...pauseProps} />
      ) : (
        <form onSubmit={send} aria-label={t`Support request`} noValidate>
          <Stack gap="5">
            <TextField label={t`Name`} required autoComplete="name" error={errors.senderName?.message} {...register('senderName')} />
            <TextField
              label={t`Email`}
              type="email"
              required
              autoComplete="email"
              error={errors.senderEmail?.message}
              {...register('senderEmail')}
            />
            <SelectField
              label={t`Support Type`}
              required
              placeholder={t`Select a support type`}
              options={supportTypes.map((value) => ({ value, label: t(supportTypeLabels[value]) }))}
              error={errors.supportType?.message}
              {...register('supportType')}
            />
            <TextField
              label={t({ message: 'Subject', context: 'message' })}
              required
              error={errors.subject?.message}
              {...register('subject')}
            />
            <TextAreaField label={t`Message`} required rows={5} error={errors.message?.message} {...register('message')} />
            <Honeypot />
            {state.status === 'error' && <FormError title={t`Error submitting support request`}>{state.message}</FormError>}
            <HStack justify="flex-end" gap="3">
              <Button variant="outline" onClick={close} disabled={isBusy}>
                <Trans>Cancel</Trans>
              </Button>
              <SubmitButton isBusy={isBusy} busyLabel={t`Submitting...`}>
                <Trans>Submit request</Trans>
              </SubmitButton>
            </HStack>
          </Stack>
        </form>
      )}
    </SupportDialog>
  );
}
