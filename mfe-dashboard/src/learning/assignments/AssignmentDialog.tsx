import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { typedNumber } from '@masomo/domain/typedNumber';
import { z } from 'zod';
import { useSession } from '@masomo/auth';
import { useCommand, useQuery } from '@masomo/data';
import { changeAssignment, type AssignmentDetail } from '@masomo/data/learning/assignments';
import { mostAttachments } from '@masomo/data/learning/assignmentFiles';
import { listTaughtSubjects, createAssignment, teachingKeys, type ClassSubject } from '@masomo/data/learning/teaching';
import { Button, SimpleGrid, Stack, Text, toaster } from '@masomo/design-system';
import { CheckboxField, SelectField, TextAreaField, TextField, useForm, useWatch, zodResolver } from '@masomo/design-system/forms';
import { useVersionedSave } from '../../shared/conflicts/useVersionedSave.tsx';
import { FormDialog } from '@masomo/remote/FormDialog';
import { AddFiles } from '../../shared/work/AddFiles.tsx';
import { ChosenFiles } from '../../shared/work/ChosenFiles.tsx';
import { uploadedFiles } from '../../shared/work/createFileSender.ts';
import { areSent, useFileSender } from '../../shared/work/useFileSender.ts';
import { atMostCharacters } from '../../shared/atMostCharacters.ts';
import { today } from '@masomo/remote/schoolDay';

const fieldSchema = z.object({
  title: z
    .string()
    .trim()
    .min(1, t`Enter a title`)
    .max(160, atMostCharacters(160)),
  instructions: z.string().trim().max(5000, atMostCharacters(5_000)),
  dueOn: z.string().min(1, t`Choose a date`),
  maxScore: z
    .string()
    .transform(typedNumber)
    .pipe(
      z
        .number(t`Enter a number`)
        .int(t`Use a whole number`)
        .min(1, t`At least 1`)
        .max(1000, t`At most 1000`),
    ),
});
const assignmentSchema = fieldSchema.extend({ target: z.string().min(1, t`Choose a class and subject`), alsoFor: z.array(z.string()) });

const keyOf = ({ classId, subjectId }: ClassSubject) => `${classId} ${subjectId}`;

type AssignmentDialogProps = { assignment?: AssignmentDetail; onClose: () => void; onDraftSaved?: () => void };

export function AssignmentDialog({ assignment, onClose, onDraftSaved }: AssignmentDialogProps) {
  const { user } = useSession();
  const { data: targets = [] } = useQuery(user ? teachingKeys.taughtSubjects(user.id) : null, (db) =>
    listTaughtSubjects(db, user?.id ?? ''),
  );
  const create = useCommand(createAssignment, { invalidates: ['assignments', 'overview'], onSuccess: onClose });
  const defaultValues = {
    title: assignment?.title ?? '',
    instructions: assignment?.instructions ?? '',
    dueOn: assignment?.dueOn ?? today(),
    maxScore: String(assignment?.maxScore ?? 100),
  };
  const { sender, files } = useFileSender();
  const attached = files.filter(({ state }) => state !== 'refused');
  const isSending = !areSent(attached);
  const change = useVersionedSave((db, args) => changeAssignment(db, { ...args, id: assignment?.id ?? '' }), {
    record: assignment,
    schemas: fieldSchema.shape,
    defaultValues,
    fields: { title: t`Title`, instructions: t`Instructions`, dueOn: t`Due`, maxScore: { label: t`Out of`, fromStored: String } },
    invalidates: ['assignments', 'overview', 'grades'],
    onSuccess: onClose,
  });
  const isBusy = create.isRunning || change.isRunning;
  const submitLabel = assignment ? t`Save changes` : t`Set assignment`;
  const {
    register,
    handleSubmit,
    control,
    formState: { errors },
  } = useForm({
    resolver: zodResolver(assignmentSchema),
    defaultValues: { ...defaultValues, target: assignment ? 'set' : '', alsoFor: [] as string[] },
  });
  const chosenKey = useWatch({ control, name: 'target' });
  const chosen = targets.find((target) => keyOf(target) === chosenKey);
  const others = targets.filter((target) => chosen && target.subjectId === chosen.subjectId && target !== chosen);

  const submitAs = (isDraft: boolean) =>
    handleSubmit(async ({ target: key, alsoFor, ...fields }) => {
      if (assignment) return change.run(fields);
      const given = [...targets.filter((target) => keyOf(target) === key), ...others.filter((target) => alsoFor.includes(keyOf(target)))];
      const ids = given.length > 0 ? await create.run({ targets: given, ...fields, isDraft, files: uploadedFiles(attached) }) : undefined;
      if (!ids) return;
      const names = given.map(({ className }) => className).join(', ');
      toaster.success({ title: isDraft ? t`${fields.title} saved as a draft` : t`${fields.title} published to ${names}` });
      if (isDraft) onDraftSaved?.();
    });
  return (
    <FormDialog
      title={assignment ? t`Edit assignment` : submitLabel}
      submitLabel={submitLabel}
      isBusy={isBusy}
      isDisabled={isSending}
      error={(create.error ?? change.error)?.userMessage}
      onClose={onClose}
      onSubmit={submitAs(false)}
      extraActions={
        !assignment && (
          <Button variant="outline" disabled={isBusy || isSending} onClick={(event) => void submitAs(true)(event)}>
            <Trans>Save as draft</Trans>
          </Button>
        )
      }
    >
      {!assignment && (
        <SelectField
          label={t`Class and subject`}
          required
          error={errors.target?.message}
          options={[
            { value: '', label: t`Choose` },
            ...targets.map((target) => ({
              value: keyOf(target),
              label: `${target.className}, ${target.subject}`,
            })),
          ]}
          {...register('target')}
        />
      )}
      {others.length > 0 && (
        <Stack as="fieldset" gap="2">
          <Text as="legend" textStyle="sm" fontWeight="500" mb="1">
            <Trans>Set it for these classes too</Trans>
          </Text>
          {others.map((target) => (
            <CheckboxField key={keyOf(target)} label={target.className} value={keyOf(target)} {...register('alsoFor')} />
          ))}
        </Stack>
      )}
      <TextField label={t`Title`} required error={errors.title?.message} {...register('title')} />
      <TextAreaField label={t`Instructions`} rows={5} error={errors.instructions?.message} {...register('instructions')} />
      <SimpleGrid columns={2} gap="4">
        <TextField label={t`Due`} type="date" required error={errors.dueOn?.message} {...register('dueOn')} />
        <TextField label={t`Out of`} inputMode="numeric" required error={errors.maxScore?.message} {...register('maxScore')} />
      </SimpleGrid>
      {!assignment && (
        <Stack as="section" gap="2" aria-label={t`Attachments`}>
          <Text textStyle="sm" fontWeight="500">
            <Trans>Attachments</Trans>
          </Text>
          <ChosenFiles label={t`Chosen files`} files={files} sender={sender} onRemove={({ id }) => sender.remove(id)} />
          <AddFiles room={mostAttachments - files.length} onAdd={(chosen) => void sender.add(chosen)} />
          <Text textStyle="xs" color="fg.muted">
            <Trans>PDF, Word, Excel, PowerPoint, text or a picture, up to 25 MB</Trans>
          </Text>
        </Stack>
      )}
      {change.conflictDialog}
    </FormDialog>
  );
}
