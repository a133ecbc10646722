import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useSession } from '@masomo/auth';
import { postFunction } from '@masomo/data/functions';
import { interestSchema } from '@masomo/domain/forms';
import { currentLanguage } from '@masomo/i18n';
import { Button, Stack, Text } from '@masomo/design-system';
import { FormError, SubmitButton, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { CloseButton, Dialog, Portal } from '@masomo/design-system/overlays';
import { refusedAnswer } from '@masomo/data/refusedAnswer';

const emailSchema = z.pick(interestSchema, { email: true });
const failed = t`Your address could not be saved. Please try again.`;

/** Asks for the address that is told once, when the add-on can be bought. */
export function TellMeDialog({ addon, onClose }: { addon: { id: string; name: string }; onClose: () => void }) {
  const { user } = useSession();
  const [isKept, setIsKept] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(emailSchema),
    defaultValues: { email: user?.email ?? '' },
  });
  const send = handleSubmit(async ({ email }) => {
    setFailure(undefined);
    try {
      const response = await postFunction('tell-when-ready', { addonId: addon.id, email, language: currentLanguage() });
      if (response.ok) return setIsKept(true);
      setFailure(refusedAnswer(response.body)?.said ?? failed);
    } catch {
      setFailure(failed);
    }
  });
  return (
    <Dialog.Root open onOpenChange={({ open }) => !open && onClose()} placement="center">
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content asChild>
            <form noValidate onSubmit={(event) => void send(event)}>
              <Dialog.Header>
                <Dialog.Title>
                  <Trans>{addon.name} is in preparation</Trans>
                </Dialog.Title>
              </Dialog.Header>
              <Dialog.Body>
                {isKept ? (
                  <Text role="status">
                    <Trans>We’ll email you once, when it can be bought.</Trans>
                  </Text>
                ) : (
                  <Stack gap="4">
                    <FormError>{failure}</FormError>
                    <TextField
                      label={t`Email`}
                      type="email"
                      required
                      autoComplete="email"
                      helpText={t`Used for this one email, then deleted.`}
                      error={formState.errors.email?.message}
                      {...register('email')}
                    />
                  </Stack>
                )}
              </Dialog.Body>
              <Dialog.Footer>
                <Button variant="outline" onClick={onClose}>
                  <Trans>Close</Trans>
                </Button>
                {!isKept && (
                  <SubmitButton isBusy={formState.isSubmitting} busyLabel={t`Sending...`}>
                    <Trans>Tell me</Trans>
                  </SubmitButton>
                )}
              </Dialog.Footer>
              <Dialog.CloseTrigger asChild>
                <CloseButton aria-label={t`Close`} />
              </Dialog.CloseTrigger>
            </form>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
