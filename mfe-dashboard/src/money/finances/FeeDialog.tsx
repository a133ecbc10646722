import { plural, t } from '@lingui/core/macro';
import { z } from 'zod';
import { useCommand, useQuery, type Db } from '@masomo/data';
import { saveFee, saveLevelFee, type Fee } from '@masomo/data/money/fees';
import { listClassNames, listLevels, peopleKeys } from '@masomo/data/people/people';
import type { Term } from '@masomo/data/platform/schools';
import { SimpleGrid, toaster } from '@masomo/design-system';
import { SelectField, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { addDays } from '@masomo/domain/time';
import { FormDialog } from '@masomo/remote/FormDialog';
import { amountSchema } from './amountField.ts';
import { boardersLabels } from './boardersLabels.ts';
import { today } from '@masomo/remote/schoolDay';

const feeSchema = z.object({
  termId: z.string(),
  name: z
    .string()
    .trim()
    .min(1, t`Enter the fee name`)
    .max(80, t`Use at most 80 characters`),
  amount: amountSchema,
  dueOn: z.string().min(1, t`Enter the due date`),
  classId: z.string(),
  boarding: z.enum(['', 'day', 'boarder']),
});

const levelPrefix = 'level ';

/** A fee of a level is one of each of its classes. */
const saveFeeFor = async (db: Db, { id, fields }: { id: string | undefined; fields: z.output<typeof feeSchema> }) =>
  fields.classId.startsWith(levelPrefix)
    ? saveLevelFee(db, { level: fields.classId.slice(levelPrefix.length), fields })
    : saveFee(db, { id, fields });

const daysToPay = 14;

/** A fee of a term to come is due when it begins, one that is added later in two weeks. */
function dueDay(term: Term | undefined): string {
  const soonest = addDays(today(), daysToPay);
  return term && term.startsOn > soonest ? term.startsOn : soonest;
}

type FeeDialogProps = { terms: readonly Term[]; termId: string; fee?: Fee; onClose: () => void };

export function FeeDialog({ terms, termId, fee, onClose }: FeeDialogProps) {
  const { data: classes = [] } = useQuery(peopleKeys.classNames(), listClassNames);
  const { data: levels = [] } = useQuery(fee ? null : peopleKeys.levels(), listLevels);
  const save = useCommand(saveFeeFor, {
    invalidates: ['fees'],
    onSuccess: () => {
      toaster.success({ title: t`Fee saved` });
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
      dueOn: fee?.dueOn ?? dueDay(terms.find(({ id }) => id === termId)),
      classId: fee?.classId ?? '',
      boarding: fee?.boarding ?? ('' as const),
    },
  });
  return (
    <FormDialog
      title={fee ? t`Edit ${fee.name}` : t`Add fee`}
      submitLabel={fee ? t`Save` : t`Add fee`}
      isBusy={save.isRunning}
      error={save.error?.userMessage}
      onClose={onClose}
      onSubmit={handleSubmit((fields) => save.run({ id: fee?.id, fields }))}
    >
      <TextField label={t`Name`} required placeholder={t`Tuition`} error={errors.name?.message} {...register('name')} />
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <TextField label={t`Amount in KES`} required inputMode="numeric" error={errors.amount?.message} {...register('amount')} />
        <TextField
          label={t`Due date`}
          type="date"
          required
          helpText={t`For students billed later, due on the day of billing`}
          error={errors.dueOn?.message}
          {...register('dueOn')}
        />
        <SelectField label={t`Term`} options={terms.map(({ id, name }) => ({ value: id, label: name }))} {...register('termId')} />
        <SelectField
          key={`${classes.length} ${levels.length}`}
          label={t`For`}
          options={[
            { value: '', label: t`All students` },
            ...levels.map((row) => ({
              value: `${levelPrefix}${row.level}`,
              label: t`Level ${row.level}, ${plural(row.classes, { one: '# class', other: '# classes' })}`,
            })),
            ...classes.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          {...register('classId')}
        />
        <SelectField
          label={t`Day or boarding`}
          options={[
            { value: '', label: t`Day and boarding` },
            { value: 'day', label: boardersLabels.day },
            { value: 'boarder', label: boardersLabels.boarder },
          ]}
          {...register('boarding')}
        />
      </SimpleGrid>
    </FormDialog>
  );
}
