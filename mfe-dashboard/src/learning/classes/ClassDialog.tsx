import { t } from '@lingui/core/macro';
import { z } from 'zod';
import { useQuery } from '@masomo/data';
import type { SchoolClass } from '@masomo/data/people/people';
import { listCampuses, listTeachers, saveClass, schoolSetupKeys } from '@masomo/data/campus/schoolSetup';
import { toaster } from '@masomo/design-system';
import { teachers as teacherSource } from '@masomo/data/people/personSources';
import { Controller, SelectField, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { useVersionedSave } from '../../shared/conflicts/useVersionedSave.tsx';
import { FormDialog } from '@masomo/remote/FormDialog';
import { PersonPicker } from '@masomo/remote/PersonPicker';
import { atMostCharacters } from '../../shared/atMostCharacters.ts';

const classSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1, t`Enter a name`)
    .max(80, atMostCharacters(80)),
  level: z
    .string()
    .trim()
    .min(1, t`Enter a level`)
    .max(40, atMostCharacters(40)),
  room: z.string().trim().max(40, atMostCharacters(40)),
  teacherId: z.string(),
  campusId: z.string(),
});

const nameOf = (named: readonly { id: string; name: string }[] | undefined, id: string) =>
  named?.find((known) => known.id === id)?.name ?? t`None`;

export function ClassDialog({
  schoolId,
  schoolClass,
  onClose,
}: {
  schoolId: string;
  schoolClass?: Pick<SchoolClass, 'id' | 'updatedAt' | 'name' | 'level' | 'room' | 'teacherId' | 'campusId'>;
  onClose: () => void;
}) {
  const { data: teachers } = useQuery(schoolSetupKeys.teachers(schoolId), (db) => listTeachers(db, schoolId));
  const { data: campuses } = useQuery(schoolSetupKeys.campuses(schoolId), (db) => listCampuses(db, schoolId));
  const defaultValues = {
    name: schoolClass?.name ?? '',
    level: schoolClass?.level ?? '',
    room: schoolClass?.room ?? '',
    teacherId: schoolClass?.teacherId ?? '',
    campusId: schoolClass?.campusId ?? '',
  };
  const save = useVersionedSave((db, args) => saveClass(db, { ...args, id: schoolClass?.id }), {
    record: schoolClass,
    schemas: classSchema.shape,
    defaultValues,
    fields: {
      name: t`Name`,
      level: t`Level`,
      room: t`Room`,
      teacherId: { label: t`Class teacher`, column: 'class_teacher_id', show: (id) => nameOf(teachers, id) },
      campusId: { label: t`Campus`, show: (id) => nameOf(campuses, id) },
    },
    invalidates: ['classes', 'students'],
    onSuccess: () => {
      toaster.success({ title: t`Class saved` });
      onClose();
    },
  });
  const {
    control,
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({
    resolver: zodResolver(classSchema),
    defaultValues,
  });
  return (
    <FormDialog
      title={schoolClass ? t`Edit ${schoolClass.name}` : t`Add class`}
      submitLabel={schoolClass ? t`Save` : t`Add class`}
      isBusy={save.isRunning}
      isDisabled={!campuses}
      error={save.error?.userMessage}
      onClose={onClose}
      onSubmit={handleSubmit(save.run)}
    >
      <TextField label={t`Name`} required placeholder={t`Form 1 East`} error={errors.name?.message} {...register('name')} />
      <TextField label={t`Level`} required placeholder={t`Form 1`} error={errors.level?.message} {...register('level')} />
      <TextField label={t`Room`} error={errors.room?.message} {...register('room')} />
      <Controller
        control={control}
        name="teacherId"
        render={({ field: { value, onChange, ref } }) => (
          <PersonPicker
            label={t`Class teacher`}
            source={teacherSource}
            value={value}
            known={teachers}
            onChoose={(person) => onChange(person?.id ?? '')}
            placeholder={t`Unassigned`}
            ref={ref}
          />
        )}
      />
      {campuses && campuses.length > 0 && (
        <SelectField
          label={t`Campus`}
          options={[{ value: '', label: t`Not given` }, ...campuses.map(({ id, name }) => ({ value: id, label: name }))]}
          {...register('campusId')}
        />
      )}
      {save.conflictDialog}
    </FormDialog>
  );
}
