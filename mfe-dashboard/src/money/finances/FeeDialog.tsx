import { z } from 'zod';
import { useCommand, useQuery } from '@masomo/data';
import { saveFee, type Fee } from '@masomo/data/money/fees';
import { listClassNames, peopleKeys } from '@masomo/data/people/people';
import type { Term } from '@masomo/data/platform/schools';
import { SimpleGrid } from '@masomo/design-system';
import { SelectField, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { toaster } from '@masomo/design-system/overlays';
import { FormDialog } from '../../shared/FormDialog.tsx';

const feeSchema = z.object({
  termId: z.string(),
  name: z.string().trim().min(1, 'Name the fee').max(80, 'Use at most 80 characters'),
  amount: z.coerce
    .number<string>('Enter the amount')
    .int('Use whole shillings')
    .min(1, 'Enter the amount')
    .max(10_000_000, 'At most 10,000,000'),
  dueOn: z.string().min(1, 'Enter the day it is due'),
  classId: z.string(),
});

type FeeDialogProps = { terms: readonly Term[]; termId: string; fee?: Fee; onClose: () => void };

export function FeeDialog({ terms, termId, fee, onClose }: FeeDialogProps) {
  const { data: classes = [] } = useQuery(peopleKeys.classNames(), listClassNames);
  const save = useCommand(saveFee, {
    invalidates: ['fees'],
    onSuccess: () => {
      toaster.success({ title: 'Fee saved' });
      onClose();
    },
  });
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({
    resolver: zodResolver(feeSchema),
    defaultValues: {
      termId: fee?.termId ?? termId,
      name: fee?.name ?? '',
      amount: fee ? String(fee.amount) : '',
      dueOn: fee?.dueOn ?? terms.find(({ id }) => id === termId)?.startsOn ?? '',
      classId: fee?.classId ?? '',
    },
  });
  return (
    <FormDialog
      title={fee ? `Edit ${fee.name}` : 'Add fee'}
      submitLabel={fee ? 'Save' : 'Add fee'}
      isBusy={save.isRunning}
      error={save.error?.userMessage}
      onClose={onClose}
      onSubmit={handleSubmit((fields) => save.run({ id: fee?.id, fields }))}
    >
      <TextField label="Name" required placeholder="Tuition" error={errors.name?.message} {...register('name')} />
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <TextField label="Amount in KES" required inputMode="numeric" error={errors.amount?.message} {...register('amount')} />
        <TextField label="Due on" type="date" required error={errors.dueOn?.message} {...register('dueOn')} />
        <SelectField label="Term" options={terms.map(({ id, name }) => ({ value: id, label: name }))} {...register('termId')} />
        <SelectField
          key={classes.length}
          label="For"
          options={[{ value: '', label: 'Every student' }, ...classes.map(({ id, name }) => ({ value: id, label: name }))]}
          {...register('classId')}
        />
      </SimpleGrid>
    </FormDialog>
  );
}
