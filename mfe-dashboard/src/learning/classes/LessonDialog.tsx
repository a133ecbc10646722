import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { z } from 'zod';
import { useCommand, useQuery } from '@masomo/data';
import { getLesson, lessonKeys, removeLesson, saveLesson, type LessonFields } from '@masomo/data/learning/lessons';
import { listTeachers, schoolSetupKeys, type ClassProfile } from '@masomo/data/campus/schoolSetup';
import { Button, SimpleGrid, toaster } from '@masomo/design-system';
import { teachers as teacherSource } from '@masomo/data/people/personSources';
import { Controller, SelectField, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { useVersionedSave } from '../../shared/conflicts/useVersionedSave.tsx';
import { FormDialog } from '@masomo/remote/FormDialog';
import { PersonPicker } from '@masomo/remote/PersonPicker';
import { weekdays } from '../../shared/weekdays.ts';
import { atMostCharacters } from '../../shared/atMostCharacters.ts';

const lessonSchema = z
  .object({
    subjectId: z.string().min(1, t`Choose a subject`),
    teacherId: z.string(),
    weekday: z.coerce.number<string>(),
    startsAt: z.string().min(1, t`Enter a start time`),
    endsAt: z.string().min(1, t`Enter an end time`),
    room: z.string().trim().max(40, atMostCharacters(40)),
  })
  .refine(({ startsAt, endsAt }) => endsAt > startsAt, { path: ['endsAt'], message: t`End must follow start` });

/** The database gives a time with seconds, which the form does not have. */
const minutesOf = (time: unknown) => String(time).slice(0, 5);

const invalidates = ['classes', 'lessons', 'overview'];
type LessonDialogProps = {
  schoolClass: ClassProfile;
  schoolId: string;
  lessonId?: string;
  weekday?: number;
  startsAt?: string;
  endsAt?: string;
  onClose: () => void;
};

/** Loads the lesson first, so that an edit starts from what is saved. */
export function LessonDialog(props: LessonDialogProps) {
  const { lessonId = '', schoolClass } = props;
  const { data: lesson, error } = useQuery(lessonId ? lessonKeys.one(lessonId) : null, (db) => getLesson(db, lessonId), {
    revalidateOnFocus: false,
  });
  if (lessonId && !lesson)
    return (
      <FormDialog
        title={t`Lesson of ${schoolClass.name}`}
        submitLabel={t`Save`}
        isBusy={false}
        isDisabled
        error={error?.userMessage}
        onClose={props.onClose}
        onSubmit={(event) => event.preventDefault()}
      >
        {!error && t`Loading...`}
      </FormDialog>
    );
  const emptyLesson: LessonFields = {
    subjectId: '',
    teacherId: '',
    weekday: props.weekday ?? 1,
    startsAt: minutesOf(props.startsAt ?? ''),
    endsAt: minutesOf(props.endsAt ?? ''),
    room: schoolClass.room ?? '',
  };
  return <LessonForm key={lessonId} {...props} lesson={lesson ?? emptyLesson} />;
}

function LessonForm({
  schoolClass,
  schoolId,
  lessonId,
  lesson,
  onClose,
}: LessonDialogProps & { lesson: LessonFields & { updatedAt?: string } }) {
  const { data: teachers } = useQuery(schoolSetupKeys.teachers(schoolId), (db) => listTeachers(db, schoolId));
  const [isConfirming, setIsConfirming] = useState(false);
  const defaultValues = { ...lesson, weekday: String(lesson.weekday) };
  const save = useVersionedSave((db, args) => saveLesson(db, { ...args, id: lessonId, schoolId, classId: schoolClass.id }), {
    record: lessonId && lesson.updatedAt ? { id: lessonId, updatedAt: lesson.updatedAt } : undefined,
    schemas: lessonSchema.shape,
    defaultValues,
    fields: {
      subjectId: { label: t`Subject`, show: (id) => schoolClass.subjects.find((subject) => subject.id === id)?.name ?? t`None` },
      weekday: { label: t`Day`, fromStored: String, show: (day) => weekdays[day - 1] ?? '' },
      startsAt: { label: t`Starts`, fromStored: minutesOf },
      endsAt: { label: t`Ends`, fromStored: minutesOf },
      teacherId: { label: t`Teacher`, show: (id) => teachers?.find((teacher) => teacher.id === id)?.name ?? t`Unassigned` },
      room: t`Room`,
    },
    invalidates,
    onSuccess: () => {
      toaster.success({ title: t`Lesson saved` });
      onClose();
    },
  });
  const remove = useCommand(removeLesson, {
    invalidates,
    onSuccess: () => {
      toaster.success({ title: t`Lesson removed` });
      onClose();
    },
  });
  const {
    control,
    register,
    handleSubmit,
    setValue,
    formState: { errors },
  } = useForm({ resolver: zodResolver(lessonSchema), defaultValues });
  const applySubjectTeacher = (subjectId: string) =>
    setValue('teacherId', schoolClass.subjects.find(({ id }) => id === subjectId)?.teacher_id ?? '');
  return (
    <FormDialog
      title={lessonId ? t`Lesson of ${schoolClass.name}` : t`Add a lesson to ${schoolClass.name}`}
      submitLabel={lessonId ? t`Save` : t`Add lesson`}
      isBusy={save.isRunning || remove.isRunning}
      error={save.error?.userMessage ?? remove.error?.userMessage}
      onClose={onClose}
      onSubmit={handleSubmit(save.run)}
    >
      <SelectField
        label={t`Subject`}
        required
        error={errors.subjectId?.message}
        options={[{ value: '', label: t`Choose a subject` }, ...schoolClass.subjects.map(({ id, name }) => ({ value: id, label: name }))]}
        {...register('subjectId', { onChange: (event: { target: { value: string } }) => applySubjectTeacher(event.target.value) })}
      />
      <SimpleGrid columns={{ base: 1, sm: 3 }} gap="4">
        <SelectField
          label={t`Day`}
          options={weekdays.map((label, index) => ({ value: String(index + 1), label }))}
          {...register('weekday')}
        />
        <TextField label={t`Starts`} type="time" required error={errors.startsAt?.message} {...register('startsAt')} />
        <TextField label={t`Ends`} type="time" required error={errors.endsAt?.message} {...register('endsAt')} />
      </SimpleGrid>
      <Controller
        control={control}
        name="teacherId"
        render={({ field: { value, onChange, ref } }) => (
          <PersonPicker
            label={t`Teacher`}
            source={teacherSource}
            value={value}
            known={teachers}
            onChoose={(person) => onChange(person?.id ?? '')}
            placeholder={t`Unassigned`}
            ref={ref}
          />
        )}
      />
      <TextField label={t`Room`} error={errors.room?.message} {...register('room')} />
      {lessonId && (
        <Button
          alignSelf="flex-start"
          size="sm"
          variant="outline"
          colorPalette="red"
          disabled={remove.isRunning}
          onClick={() => (isConfirming ? void remove.run(lessonId) : setIsConfirming(true))}
        >
          {isConfirming ? t`Confirm removal` : t`Remove from timetable`}
        </Button>
      )}
      {save.conflictDialog}
    </FormDialog>
  );
}
