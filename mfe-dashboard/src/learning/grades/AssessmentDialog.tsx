import { t } from '@lingui/core/macro';
import { typedNumber } from '@masomo/domain/typedNumber';
import { z } from 'zod';
import { useCommand } from '@masomo/data';
import { saveAssessment, type Assessment, type GradebookId } from '@masomo/data/learning/gradebook';
import { Button, HStack, SimpleGrid, Text } from '@masomo/design-system';
import { TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';
import { atMostCharacters } from '../../shared/atMostCharacters.ts';

const assessmentSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1, t`Enter a name`)
    .max(60, atMostCharacters(60)),
  maxScore: z
    .string()
    .transform(typedNumber)
    .pipe(
      z
        .number(t`Enter a number`)
        .min(1, t`At least 1`)
        .max(1000, t`At most 1000`),
    ),
  weight: z
    .string()
    .transform(typedNumber)
    .pipe(
      z
        .number(t`Enter a number`)
        .min(0, t`At least 0`)
        .max(100, t`At most 100`),
    ),
});

export function AssessmentDialog({
  gradebookId,
  assessment,
  onClose,
}: {
  gradebookId: GradebookId;
  assessment?: Assessment | undefined;
  onClose: () => void;
}) {
  const save = useCommand(saveAssessment, { invalidates: ['grades'], onSuccess: onClose });
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({
    resolver: zodResolver(assessmentSchema),
    defaultValues: { name: assessment?.name ?? '', maxScore: String(assessment?.maxScore ?? 100), weight: String(assessment?.weight ?? 1) },
  });
  const submitLabel = assessment ? t`Save changes` : t`Add assessment`;
  const send = (isArchived: boolean) => handleSubmit((fields) => save.run({ gradebookId, id: assessment?.id, fields, isArchived }));
  return (
    <FormDialog
      title={assessment ? t`Edit assessment` : submitLabel}
      submitLabel={submitLabel}
      isBusy={save.isRunning}
      error={save.error?.userMessage}
      onClose={onClose}
      onSubmit={send(assessment?.isArchived ?? false)}
    >
      <TextField label={t`Name`} required error={errors.name?.message} {...register('name')} />
      <SimpleGrid columns={2} gap="4">
        <TextField label={t`Out of`} inputMode="decimal" required error={errors.maxScore?.message} {...register('maxScore')} />
        <TextField
          label={t`Weight`}
          inputMode="decimal"
          required
          helpText={t`A weight of 2 counts twice as much as 1; 0 does not count.`}
          error={errors.weight?.message}
          {...register('weight')}
        />
      </SimpleGrid>
      {assessment && (
        <HStack gap="3" alignItems="center">
          <Button variant="outline" disabled={save.isRunning} onClick={(event) => void send(!assessment.isArchived)(event)}>
            {assessment.isArchived ? t`Restore` : t`Archive`}
          </Button>
          <Text fontSize="sm" color="fg.muted">
            {assessment.isArchived
              ? t`Restores the column; its marks count in the average again.`
              : t`Keeps the marks but leaves them out of the average.`}
          </Text>
        </HStack>
      )}
    </FormDialog>
  );
}
