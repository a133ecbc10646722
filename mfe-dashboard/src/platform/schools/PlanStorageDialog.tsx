import { t } from '@lingui/core/macro';
import { z } from 'zod';
import { useCommand } from '@masomo/data';
import { setStorageLimit, type SchoolOverview } from '@masomo/data/platform/schoolOverview';
import { Text, toaster } from '@masomo/design-system';
import { TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';

const limitSchema = z.object({
  megabytes: z
    .string()
    .trim()
    .regex(/^([1-9]\d{0,6}|10000000)$/, t`Enter a whole number from 1 to 10,000,000`),
});

/** Whom the limit is for: schools with the plan, in a trial or not, or those without a plan. */
function affected({ plan, is_trial: isTrial }: SchoolOverview['file_room']['of_plan']): string {
  if (!plan) return t`Every school without a plan gets this room, except those with a limit of their own.`;
  return isTrial
    ? t`Every school in a trial of the plan ${plan} gets this room, except those with a limit of their own.`
    : t`Every school with the plan ${plan} gets this room, except those with a limit of their own.`;
}

/** The room for files of all schools with the plan of this one. */
export function PlanStorageDialog({ ofPlan, onClose }: { ofPlan: SchoolOverview['file_room']['of_plan']; onClose: () => void }) {
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({ resolver: zodResolver(limitSchema), defaultValues: { megabytes: String(ofPlan.megabytes) } });
  const save = useCommand(setStorageLimit, {
    invalidates: ['schools'],
    onSuccess: () => {
      toaster.success({ title: t`The limit was changed` });
      onClose();
    },
  });
  return (
    <FormDialog
      title={ofPlan.plan ? t`Room for files with ${ofPlan.plan}` : t`Room for files without a plan`}
      submitLabel={t`Change for all of them`}
      isBusy={save.isRunning}
      error={save.error?.userMessage}
      onClose={onClose}
      onSubmit={handleSubmit(({ megabytes }) =>
        save.run({ planId: ofPlan.plan_id, isTrial: ofPlan.is_trial, megabytes: Number(megabytes) }),
      )}
    >
      <Text>{affected(ofPlan)}</Text>
      <TextField
        label={t`Megabytes`}
        inputMode="numeric"
        required
        helpText={t`1024 megabytes are 1 GB.`}
        error={errors.megabytes?.message}
        {...register('megabytes')}
      />
    </FormDialog>
  );
}
