import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { z } from 'zod';
import { type Db, useCommand, useQuery } from '@masomo/data';
import { typedNumber } from '@masomo/domain/typedNumber';
import { SimpleGrid, Stack, Text } from '@masomo/design-system';
import { CheckboxField, TextAreaField, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';
import { saveLesson, setQuizQuestions, type LessonFields } from '../../data/courseCommands.ts';
import { courseKeys, type Lesson } from '../../data/courses.ts';
import { listQuestions, listQuizQuestions } from '../../data/questions.ts';
import { kindLabels } from '../shared/courseTexts.ts';

const attemptsProblem = t`Allow from 1 to 10 attempts`;
const minutesProblem = t`Enter from 1 to 600 minutes, or leave it empty`;
const quizSchema = z.object({
  title: z
    .string()
    .trim()
    .min(1, t`Name the quiz`)
    .max(120, t`Use at most 120 characters`),
  body: z.string().trim().max(50_000),
  minutes: z
    .string()
    .trim()
    .transform((text) => (text === '' ? null : typedNumber(text)))
    .pipe(z.nullable(z.number(minutesProblem).int(minutesProblem).min(1, minutesProblem).max(600, minutesProblem))),
  attempts: z
    .string()
    .transform(typedNumber)
    .pipe(z.number(attemptsProblem).int(attemptsProblem).min(1, attemptsProblem).max(10, attemptsProblem)),
  showsAnswers: z.boolean(),
});

type Saved = LessonFields & { questionIds: string[] | undefined };

/** Adds a quiz, or changes one: which questions of the bank it asks, how long and how often. */
export function QuizDialog({ courseId, lesson, onClose }: { courseId: string; lesson?: Lesson; onClose: () => void }) {
  const { data: bank, error } = useQuery(courseKeys.questions(courseId), (db) => listQuestions(db, courseId));
  const { data: before } = useQuery(lesson ? courseKeys.quiz(lesson.id) : null, (db) => listQuizQuestions(db, lesson?.id ?? ''));
  const [chosen, setChosen] = useState<string[]>();
  const selected = chosen ?? before ?? [];
  // A quiz that was saved before its questions were refused is changed the second time, not added again.
  const [saved, setSaved] = useState(lesson?.id);
  const save = useCommand(
    async (db: Db, { questionIds, ...fields }: Saved) => {
      const id = await saveLesson(db, fields);
      setSaved(id);
      if (questionIds) await setQuizQuestions(db, { lessonId: id, questionIds });
    },
    { invalidates: ['courses'], onSuccess: onClose },
  );
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({
    resolver: zodResolver(quizSchema),
    defaultValues: {
      title: lesson?.title ?? '',
      body: lesson?.body ?? '',
      minutes: lesson?.minutes === null || lesson?.minutes === undefined ? '' : String(lesson.minutes),
      attempts: String(lesson?.attempts ?? 1),
      showsAnswers: lesson?.showsAnswers ?? false,
    },
  });
  const points = bank?.filter(({ id }) => selected.includes(id)).reduce((sum, question) => sum + question.points, 0) ?? 0;
  return (
    <FormDialog
      title={lesson ? t`Edit ${lesson.title}` : t`Add quiz`}
      submitLabel={t`Save`}
      isBusy={save.isRunning}
      error={save.error?.userMessage ?? error?.userMessage}
      isDisabled={!bank || (lesson !== undefined && !before)}
      onClose={onClose}
      onSubmit={handleSubmit((fields) =>
        save.run({ ...fields, courseId, videoUrl: '', isQuiz: true, questionIds: chosen, ...(saved ? { id: saved } : {}) }),
      )}
    >
      <TextField label={t`Title`} required error={errors.title?.message} {...register('title')} />
      <TextAreaField label={t`What students read before they begin`} error={errors.body?.message} {...register('body')} />
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <TextField
          label={t`Time limit in minutes`}
          inputMode="numeric"
          placeholder={t`none`}
          helpText={t`The server hands it in when the time is over.`}
          error={errors.minutes?.message}
          {...register('minutes')}
        />
        <TextField
          label={t`Attempts`}
          inputMode="numeric"
          required
          helpText={t`The best one counts.`}
          error={errors.attempts?.message}
          {...register('attempts')}
        />
      </SimpleGrid>
      <CheckboxField
        label={t`Show what was right`}
        helpText={t`Once a student has used the last attempt. Until then they see their points only.`}
        {...register('showsAnswers')}
      />
      <Stack as="fieldset" gap="3">
        <legend>{t`Questions`}</legend>
        <Text fontSize="sm" color="fg.muted">
          {bank?.length === 0
            ? t`The bank has no questions yet. Save the quiz, add questions, then choose them here.`
            : t`${plural(selected.length, { one: '# question', other: '# questions' })}, ${plural(points, { one: '# point', other: '# points' })}`}
        </Text>
        {bank?.map((question) => (
          <CheckboxField
            key={question.id}
            label={`${question.wording} (${kindLabels[question.kind]})`}
            checked={selected.includes(question.id)}
            onChange={(event) => {
              const isAsked = event.currentTarget.checked;
              setChosen(isAsked ? [...selected, question.id] : selected.filter((id) => id !== question.id));
            }}
          />
        ))}
      </Stack>
    </FormDialog>
  );
}
