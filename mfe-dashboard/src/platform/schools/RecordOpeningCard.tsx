import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { z } from 'zod';
import { Allowed, rereadRole, useSession } from '@masomo/auth';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import { closeRecords, getRecordOpening, openRecords, recordOpeningKeys } from '@masomo/data/platform/recordOpenings';
import { formatDateTime } from '@masomo/domain/time';
import { Button, ButtonLink, Card, ErrorState, Heading, HStack, SkeletonText, Stack, Text, toaster } from '@masomo/design-system';
import { TextAreaField, useForm, zodResolver } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';

// Everything about children is read again, as what may be seen has changed.
const invalidates = ['record-openings', 'students', 'records', 'audit'];

/** Children's records are closed to super admins until they say why; the school reads it. */
export function RecordOpeningCard({ schoolId }: { schoolId: string }) {
  const { user } = useSession();
  const userId = user?.id ?? '';
  const {
    data: opening,
    error,
    reload,
  } = useQuery(recordOpeningKeys.current(schoolId, userId), (db) => getRecordOpening(db, { schoolId, userId }));
  const [isOpening, setIsOpening] = useState(false);
  const close = useCommand(closeRecords, {
    invalidates,
    onSuccess: () => void rereadRole(),
    onError: (failure) => toaster.error(failureMessage(failure, t`The records were not closed`)),
  });
  return (
    <Allowed to="records:open">
      <Card.Root as="section" aria-labelledby="childrens-records">
        <Card.Header>
          <Heading as="h2" size="md" id="childrens-records">
            <Trans>Children's records</Trans>
          </Heading>
          <Card.Description>
            <Trans>
              Closed to you until you give a reason. The school’s administrators are notified, and each opening goes into the school’s
              activity log.
            </Trans>
          </Card.Description>
        </Card.Header>
        <Card.Body>
          {error && opening === undefined && <ErrorState error={error} onRetry={reload} />}
          {!error && opening === undefined && <SkeletonText noOfLines={2} />}
          {opening === null && (
            <Button size="sm" variant="outline" alignSelf="flex-start" onClick={() => setIsOpening(true)}>
              <Trans>Open records</Trans>
            </Button>
          )}
          {opening && (
            <Stack gap="3" align="flex-start">
              <Text>
                <Trans>
                  Open until {formatDateTime(opening.closesAt)}: {opening.reason}
                </Trans>
              </Text>
              <HStack gap="2" wrap="wrap">
                <ButtonLink size="sm" variant="outline" to="/dashboard/students">
                  <Trans>Students</Trans>
                </ButtonLink>
                <Button size="sm" variant="ghost" disabled={close.isRunning} onClick={() => void close.run(schoolId)}>
                  <Trans>Close records</Trans>
                </Button>
              </HStack>
            </Stack>
          )}
        </Card.Body>
        {isOpening && <OpeningDialog schoolId={schoolId} onClose={() => setIsOpening(false)} />}
      </Card.Root>
    </Allowed>
  );
}

const openingSchema = z.object({
  reason: z
    .string()
    .trim()
    .min(10, t`Give the reason in a sentence. The school will read it.`)
    .max(500, t`Use at most 500 characters`),
});

function OpeningDialog({ schoolId, onClose }: { schoolId: string; onClose: () => void }) {
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({ resolver: zodResolver(openingSchema), defaultValues: { reason: '' } });
  const open = useCommand(openRecords, {
    invalidates,
    onSuccess: () => {
      void rereadRole();
      toaster.success({ title: t`The records are open for an hour` });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t`Open children's records`}
      submitLabel={t`Open for an hour`}
      isBusy={open.isRunning}
      error={open.error?.userMessage}
      onClose={onClose}
      onSubmit={handleSubmit(({ reason }) => open.run({ schoolId, reason }))}
    >
      <TextAreaField
        label={t`Reason`}
        required
        helpText={t`The school’s administrators see it immediately.`}
        error={errors.reason?.message}
        {...register('reason')}
      />
    </FormDialog>
  );
}
