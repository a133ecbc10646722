import { t } from '@lingui/core/macro';
import { z } from 'zod';
import { useCommand } from '@masomo/data';
import { dataRequestKinds, requestData } from '@masomo/data/people/dataRequests';
import { toaster } from '@masomo/design-system';
import { students } from '@masomo/data/people/personSources';
import { Controller, SelectField, TextAreaField, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';
import { PersonPicker } from '@masomo/remote/PersonPicker';
import { requestKindLabels } from './requestLabels.ts';

type RequestDialogProps = {
  /** Without one the student is chosen in the form. */
  studentId?: string;
  /** An administrator enters what came on paper, and names who asked. */
  isOnPaper?: boolean;
  onClose: () => void;
};

export function RequestDialog({ studentId, isOnPaper = false, onClose }: RequestDialogProps) {
  const schema = z.object({
    studentId: z.string().min(1, t`Choose a student`),
    kind: z.enum(dataRequestKinds),
    asker: isOnPaper
      ? z
          .string()
          .trim()
          .min(1, t`Enter who made the request`)
          .max(160, t`Use at most 160 characters`)
      : z.string(),
    details: z
      .string()
      .trim()
      .max(1000, t`Use at most 1,000 characters`),
  });
  const {
    control,
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { studentId: studentId ?? '', kind: 'access' as const, asker: '', details: '' },
  });
  const save = useCommand(requestData, {
    invalidates: ['data-requests'],
    onSuccess: () => {
      toaster.success({ title: t`Request entered` });
      onClose();
    },
  });
  return (
    <FormDialog
      title={isOnPaper ? t`Enter a request` : t`Ask the school`}
      submitLabel={isOnPaper ? t`Enter request` : t`Send request`}
      isBusy={save.isRunning}
      error={save.error?.userMessage}
      onClose={onClose}
      onSubmit={handleSubmit(({ asker, ...request }) => save.run(isOnPaper ? { ...request, asker } : request))}
    >
      {!studentId && (
        <Controller
          control={control}
          name="studentId"
          render={({ field: { value, onChange, ref } }) => (
            <PersonPicker
              label={t`Student`}
              required
              source={students}
              value={value}
              onChoose={(person) => onChange(person?.id ?? '')}
              error={errors.studentId?.message}
              ref={ref}
            />
          )}
        />
      )}
      <SelectField
        label={t`Type of request`}
        options={dataRequestKinds.map((kind) => ({ value: kind, label: requestKindLabels[kind] }))}
        {...register('kind')}
      />
      {isOnPaper && <TextField label={t`Requested by`} required error={errors.asker?.message} {...register('asker')} />}
      <TextAreaField
        label={t`Details`}
        helpText={t`For a correction, say what is wrong and what is right.`}
        error={errors.details?.message}
        {...register('details')}
      />
    </FormDialog>
  );
}
