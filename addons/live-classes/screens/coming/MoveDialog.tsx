import { t } from '@lingui/core/macro';
import { z } from 'zod';
import { useCommand } from '@masomo/data';
import { fromLocalDateTime, toDateTimeInput } from '@masomo/domain/time';
import { Text } from '@masomo/design-system';
import { TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';
import type { Meeting } from '../../data/live.ts';
import { moveMeeting } from '../../data/liveCommands.ts';
import { titleOf } from '../shared/liveTexts.ts';

const fieldsSchema = z
  .object({ startsAt: z.string().min(1, t`Choose a time`), endsAt: z.string().min(1, t`Choose a time`) })
  .refine(({ startsAt, endsAt }) => endsAt > startsAt, { path: ['endsAt'], message: t`The end is after the start` });

/** Holds one live class at another time. */
export function MoveDialog({ meeting, onClose }: { meeting: Meeting; onClose: () => void }) {
  const move = useCommand(moveMeeting, { invalidates: ['live-classes'], onSuccess: onClose });
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({
    resolver: zodResolver(fieldsSchema),
    defaultValues: { startsAt: toDateTimeInput(meeting.startsAt), endsAt: toDateTimeInput(meeting.endsAt) },
  });
  const instant = (local: string) => fromLocalDateTime(local) ?? local;
  return (
    <FormDialog
      title={t`Move ${titleOf(meeting)}`}
      submitLabel={t`Move`}
      isBusy={move.isRunning}
      error={move.error?.userMessage}
      onClose={onClose}
      onSubmit={handleSubmit(({ startsAt, endsAt }) => move.run({ id: meeting.id, startsAt: instant(startsAt), endsAt: instant(endsAt) }))}
    >
      <TextField label={t`Starts`} type="datetime-local" required error={errors.startsAt?.message} {...register('startsAt')} />
      <TextField label={t`Ends`} type="datetime-local" required error={errors.endsAt?.message} {...register('endsAt')} />
      <Text color="fg.muted">{t`Only this one moves, the timetable stays. The link stays the same, and families are told.`}</Text>
    </FormDialog>
  );
}
