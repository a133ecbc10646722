import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { memo } from 'react';
import { Alert, Box, Heading, SimpleGrid, Stack } from '@masomo/design-system';
import { FormError, SelectField, TextAreaField, TextField, useForm, zodResolver, type UseFormReturn } from '@masomo/design-system/forms';
import { contactMessageSchema, contactSubjects, type ContactMessage } from '@masomo/domain/forms';
import { timings } from '@masomo/domain/timings';
import { useLocation } from '@masomo/navigation';
import { PostedButton, PostedForm } from './PostedForm.tsx';
import { contactSubjectLabels } from './formLabels.ts';
import { enquiredPlan } from './planEnquiry.ts';
import { useSubmission } from './useSubmission.ts';
import { useTimedPanel } from './useTimedPanel.ts';

/** Contact form of the office. */
export function ContactForm() {
  const plan = enquiredPlan(useLocation().state);
  const { state, submit, reset: resetSubmission } = useSubmission('send-contact-email', t`Failed to send message`);
  const {
    register,
    handleSubmit,
    reset,
    formState: { errors },
  } = useForm<ContactMessage>({
    resolver: zodResolver(contactMessageSchema),
    ...(plan === undefined ? {} : { defaultValues: { subject: 'Sales Question', message: t`We would like to subscribe to ${plan}.` } }),
  });
  const { pauseProps } = useTimedPanel(state.status === 'success', timings.contactThankYouMs, resetSubmission);
  const send = handleSubmit(async (message, event) => {
    const body = { name: message.name, email: message.email, subject: message.subject, message: message.message };
    if (await submit(body, event?.target)) reset();
  });
  return (
    <Box
      background="bg.panel"
      borderWidth="1px"
      borderColor="border"
      borderRadius="2xl"
      padding={{ base: '6', md: '10' }}
      position="relative"
    >
      <Heading as="h2" fontSize="2xl" letterSpacing="-0.02em" marginBottom="6">
        <Trans>Send us a message</Trans>
      </Heading>
      <PostedForm to="send-contact-email" thanks={<Trans>Thank you for your message!</Trans>} onSubmit={send} aria-label={t`Contact`}>
        <Stack gap="5">
          <ContactFields
            register={register}
            nameError={errors.name?.message}
            emailError={errors.email?.message}
            subjectError={errors.subject?.message}
            messageError={errors.message?.message}
          />
          {state.status === 'error' && <FormError>{state.message}</FormError>}
          {state.status === 'success' && (
            <Alert.Root status="success" role="status" {...pauseProps}>
              <Alert.Indicator />
              <Alert.Content>
                <Alert.Title>
                  <Trans>Thank you for your message!</Trans>
                </Alert.Title>
                <Alert.Description>
                  <Trans>We have received it and will reply by the next working day.</Trans>
                </Alert.Description>
              </Alert.Content>
            </Alert.Root>
          )}
          <PostedButton isBusy={state.status === 'submitting'} busyLabel={t`Sending...`}>
            <Trans>Send Message</Trans>
          </PostedButton>
        </Stack>
      </PostedForm>
    </Box>
  );
}

type ContactFieldsProps = {
  register: UseFormReturn<ContactMessage>['register'];
} & Record<`${keyof ContactMessage & string}Error`, string | undefined>;

/** Apart, so that sending a message renders its button and answer alone. */
const ContactFields = memo(function ContactFields({ register, nameError, emailError, subjectError, messageError }: ContactFieldsProps) {
  return (
    <>
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="5">
        <TextField label={t`Name`} required autoComplete="name" error={nameError} {...register('name')} />
        <TextField label={t`Email`} type="email" required autoComplete="email" error={emailError} {...register('email')} />
      </SimpleGrid>
      <SelectField
        label={t({ message: 'Subject', context: 'message' })}
        required
        placeholder={t`Select a subject`}
        options={contactSubjects.map((value) => ({ value, label: t(contactSubjectLabels[value]) }))}
        error={subjectError}
        {...register('subject')}
      />
      <TextAreaField label={t`Message`} required rows={6} error={messageError} {...register('message')} />
    </>
  );
});
