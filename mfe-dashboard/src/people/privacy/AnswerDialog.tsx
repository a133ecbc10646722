import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { z } from 'zod';
import { useCommand, useQuery } from '@masomo/data';
import {
  answerDataRequest,
  dataRequestKeys,
  listErasureObstacles,
  type DataRequest,
  type ErasureObstacle,
} from '@masomo/data/people/dataRequests';
import { ErrorState, List, SkeletonText, Text, toaster } from '@masomo/design-system';
import { SelectField, TextAreaField, useForm, useWatch, zodResolver } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';
import { requestKindLabels } from '../../shared/privacy/requestLabels.ts';

const obstacleTexts: Record<ErasureObstacle, string> = {
  enrolled: t`The student is enrolled, and the Basic Education Act, 2013 asks the school to keep the record.`,
  fees: t`Fees are still to be settled.`,
  documents: t`Documents about the student are still stored. Delete them under Documents first.`,
};

const answerSchema = z
  .object({
    outcome: z.enum(['done', 'refused']),
    answer: z
      .string()
      .trim()
      .max(1000, t`Use at most 1,000 characters`),
  })
  .refine(({ outcome, answer }) => outcome === 'done' || answer !== '', {
    path: ['answer'],
    message: t`Give the reason, and mention that they may complain to the Data Protection Commissioner`,
  });

export function AnswerDialog({ request, onClose }: { request: DataRequest; onClose: () => void }) {
  const isErasure = request.kind === 'erasure';
  const {
    data: obstacles,
    error,
    reload,
  } = useQuery(isErasure ? dataRequestKeys.obstacles(request.studentId) : null, (db) => listErasureObstacles(db, request.studentId));
  const {
    register,
    handleSubmit,
    control,
    formState: { errors },
  } = useForm({ resolver: zodResolver(answerSchema), defaultValues: { outcome: 'done' as const, answer: '' } });
  const outcome = useWatch({ control, name: 'outcome' });
  const isErasing = isErasure && outcome === 'done';
  const save = useCommand(answerDataRequest, {
    invalidates: ['data-requests', 'students', 'records', 'consents'],
    onSuccess: () => {
      toaster.success({ title: isErasing ? t`The student's data was erased` : t`Request answered` });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t`${requestKindLabels[request.kind]}: ${request.student}`}
      submitLabel={isErasing ? t`Erase permanently` : t`Answer request`}
      isBusy={save.isRunning}
      isDisabled={isErasing && (obstacles === undefined || obstacles.length > 0)}
      error={save.error?.userMessage}
      onClose={onClose}
      onSubmit={handleSubmit(({ outcome: chosen, answer }) => save.run({ id: request.id, isDone: chosen === 'done', answer }))}
    >
      {isErasing && error && !obstacles && <ErrorState error={error} onRetry={reload} />}
      {isErasing && !error && !obstacles && <SkeletonText noOfLines={2} />}
      {isErasing && obstacles?.length === 0 && (
        <Text>
          <Trans>
            The name, birthday, notes, guardians and answers are erased permanently. Marks, registers and payments are kept without a name,
            because reports and the school’s accounts depend on them.
          </Trans>
        </Text>
      )}
      {isErasing && obstacles && obstacles.length > 0 && (
        <List.Root ps="5">
          {obstacles.map((obstacle) => (
            <List.Item key={obstacle}>{obstacleTexts[obstacle]}</List.Item>
          ))}
        </List.Root>
      )}
      <SelectField
        label={t`Answer`}
        options={[
          { value: 'done', label: isErasure ? t`Erase the data` : t`Completed` },
          { value: 'refused', label: t`Refuse, giving a reason` },
        ]}
        {...register('outcome')}
      />
      <TextAreaField label={t`Message to the family`} error={errors.answer?.message} {...register('answer')} />
    </FormDialog>
  );
}
