import { t } from '@lingui/core/macro';
import { sessionStore } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { behaviourKeys, listBehaviourPeople } from '../../data/behaviour.ts';
import type { NewFollowUp } from '../../data/behaviourCommands.ts';
import { addDays } from '@masomo/domain/time';
import { SimpleGrid } from '@masomo/design-system';
import { SelectField, TextField } from '@masomo/design-system/forms';
import { today } from '@masomo/remote/schoolDay';

const usualDays = 7;

/** A follow-up by the signed-in person in a week. */
export const newFollowUp = (): NewFollowUp => ({
  dueOn: addDays(today(), usualDays),
  task: '',
  personId: sessionStore.get().user?.id ?? '',
});

export const isComplete = ({ dueOn, task }: NewFollowUp) => dueOn >= today() && task.trim() !== '';

type FollowUpFieldsProps = {
  value: NewFollowUp;
  onChange: (value: NewFollowUp) => void;
  studentIds: readonly string[];
  showsErrors: boolean;
};

/** What is to be done, by whom and until when. */
export function FollowUpFields({ value, onChange, studentIds, showsErrors }: FollowUpFieldsProps) {
  const { data: people, error } = useQuery(behaviourKeys.people(studentIds), (db) => listBehaviourPeople(db, studentIds));
  return (
    <>
      <TextField
        label={t`Action to take`}
        required
        maxLength={300}
        error={showsErrors && value.task.trim() === '' ? t`Enter the action` : undefined}
        value={value.task}
        onChange={(event) => onChange({ ...value, task: event.currentTarget.value })}
      />
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <SelectField
          label={t`Assigned to`}
          error={error?.userMessage}
          options={(people ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={value.personId}
          onChange={(event) => onChange({ ...value, personId: event.currentTarget.value })}
        />
        <TextField
          label={t`Due`}
          type="date"
          required
          min={today()}
          error={showsErrors && value.dueOn < today() ? t`Choose today or a later date` : undefined}
          value={value.dueOn}
          onChange={(event) => onChange({ ...value, dueOn: event.currentTarget.value })}
        />
      </SimpleGrid>
    </>
  );
}
