import { t } from '@lingui/core/macro';
import { z } from 'zod';
import { useCommand } from '@masomo/data';
import { setCustody, type CustodyMark } from '@masomo/data/people/custody';
import type { Guardian } from '@masomo/data/people/students';
import { toaster } from '@masomo/design-system';
import { CheckboxField, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { fullName } from '@masomo/domain/personName';
import { FormDialog } from '@masomo/remote/FormDialog';

const custodySchema = z
  .object({
    mayBeTold: z.boolean(),
    mayCollect: z.boolean(),
    basis: z
      .string()
      .trim()
      .max(300, t`Use at most 300 characters`),
  })
  .refine(({ mayBeTold, mayCollect, basis }) => (mayBeTold && mayCollect) || basis !== '', {
    path: ['basis'],
    message: t`Enter the court order or agreement`,
  });

type CustodyDialogProps = { studentId: string; guardian: Guardian; mark: CustodyMark | undefined; onClose: () => void };

/** Whether a guardian may be told about the student and may collect them. */
export function CustodyDialog({ studentId, guardian, mark, onClose }: CustodyDialogProps) {
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({
    resolver: zodResolver(custodySchema),
    defaultValues: { mayBeTold: mark?.mayBeTold ?? true, mayCollect: mark?.mayCollect ?? true, basis: mark?.basis ?? '' },
  });
  const save = useCommand(setCustody, {
    invalidates: ['custody'],
    onSuccess: () => {
      toaster.success({ title: t`Custody saved` });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t`Custody: ${fullName(guardian.first_name, guardian.last_name)}`}
      submitLabel={t`Save`}
      isBusy={save.isRunning}
      error={save.error?.userMessage}
      onClose={onClose}
      onSubmit={handleSubmit((fields) => save.run({ studentId, guardianId: guardian.id, ...fields }))}
    >
      <CheckboxField
        label={t`May receive information about the student`}
        helpText={t`If off, they see nothing about the student and receive no messages.`}
        {...register('mayBeTold')}
      />
      <CheckboxField label={t`May collect the student`} {...register('mayCollect')} />
      <TextField
        label={t`Court order or agreement`}
        helpText={t`Required for a restriction. Only the office sees it.`}
        error={errors.basis?.message}
        {...register('basis')}
      />
    </FormDialog>
  );
}
