import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { z } from 'zod';
import { Allowed } from '@masomo/auth';
import { useCommand } from '@masomo/data';
import { setSchoolStorage, type SchoolOverview } from '@masomo/data/platform/schoolOverview';
import { formatBytes } from '@masomo/domain/number';
import { Button, Card, Heading, HStack, Stack, Text, toaster } from '@masomo/design-system';
import { TextAreaField, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';
import { PlanStorageDialog } from './PlanStorageDialog.tsx';

/** How much of its room for files a school uses, and how much it may. */
export function StorageCard({ school }: { school: SchoolOverview }) {
  const { used, limit, megabytes, of_plan: ofPlan } = school.file_room;
  const [changed, setChanged] = useState<'school' | 'plan'>();
  return (
    <Card.Root as="section" aria-labelledby="storage">
      <Card.Header>
        <Heading as="h2" size="md" id="storage">
          <Trans>Room for files</Trans>
        </Heading>
      </Card.Header>
      <Card.Body>
        <Stack gap="3" align="flex-start">
          <Text>{t`${formatBytes(used)} of ${formatBytes(limit)} used`}</Text>
          {used >= limit && (
            <Text color="fg.error">
              <Trans>No room is left. The school can store no more files.</Trans>
            </Text>
          )}
          <Text color="fg.muted">
            {megabytes === null ? (
              <Trans>This is the limit of the school’s plan.</Trans>
            ) : (
              <Trans>This limit was set for this school. It replaces that of its plan.</Trans>
            )}
          </Text>
          <Allowed to="subscription:write">
            <HStack wrap="wrap" gap="2">
              <Button size="sm" variant="outline" onClick={() => setChanged('school')}>
                <Trans>Change the limit</Trans>
              </Button>
              <Button size="sm" variant="outline" onClick={() => setChanged('plan')}>
                <Trans>Change it for the plan</Trans>
              </Button>
            </HStack>
          </Allowed>
        </Stack>
      </Card.Body>
      {changed === 'school' && <StorageDialog school={school} onClose={() => setChanged(undefined)} />}
      {changed === 'plan' && <PlanStorageDialog ofPlan={ofPlan} onClose={() => setChanged(undefined)} />}
    </Card.Root>
  );
}

const storageSchema = z.object({
  megabytes: z
    .string()
    .trim()
    .regex(/^([1-9]\d{0,6}|10000000)?$/, t`Enter a whole number from 1 to 10,000,000, or leave it empty`),
  reason: z
    .string()
    .trim()
    .min(1, t`Say why`)
    .max(300, t`Use at most 300 characters`),
});

function StorageDialog({ school, onClose }: { school: SchoolOverview; onClose: () => void }) {
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({ resolver: zodResolver(storageSchema), defaultValues: { megabytes: String(school.file_room.megabytes ?? ''), reason: '' } });
  const save = useCommand(setSchoolStorage, {
    invalidates: ['schools', 'audit'],
    onSuccess: () => {
      toaster.success({ title: t`The limit was changed` });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t`Change the room for files`}
      submitLabel={t`Save`}
      isBusy={save.isRunning}
      error={save.error?.userMessage}
      onClose={onClose}
      onSubmit={handleSubmit(({ megabytes, reason }) =>
        save.run({ schoolId: school.id, megabytes: megabytes === '' ? null : Number(megabytes), reason }),
      )}
    >
      <TextField
        label={t`Megabytes`}
        inputMode="numeric"
        helpText={t`1024 megabytes are 1 GB. Leave it empty for the limit of the plan.`}
        error={errors.megabytes?.message}
        {...register('megabytes')}
      />
      <TextAreaField
        label={t`Reason`}
        required
        helpText={t`It goes into the school’s activity log.`}
        error={errors.reason?.message}
        {...register('reason')}
      />
    </FormDialog>
  );
}
