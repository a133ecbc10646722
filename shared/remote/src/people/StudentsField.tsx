import { t } from '@lingui/core/macro';
import { Button, HStack, Stack } from '@masomo/design-system';
import { students } from '@masomo/data/people/personSources';
import { PersonPicker } from './PersonPicker.tsx';

export type ChosenStudent = { id: string; name: string };

type StudentsFieldProps = { chosen: readonly ChosenStudent[]; onChange: (chosen: ChosenStudent[]) => void; error: string | undefined };

/** Chooses several students, found one after the other. */
export function StudentsField({ chosen, onChange, error }: StudentsFieldProps) {
  return (
    <Stack gap="3">
      <PersonPicker
        label={t`Students`}
        required
        placeholder={chosen.length === 0 ? undefined : t`Add another`}
        error={error}
        source={students}
        value=""
        onChoose={(student) => {
          if (student && !chosen.some(({ id }) => id === student.id)) onChange([...chosen, { id: student.id, name: student.name }]);
        }}
      />
      {chosen.length > 0 && (
        <HStack as="ul" listStyleType="none" aria-label={t`Selected students`} gap="2" wrap="wrap">
          {chosen.map(({ id, name }) => (
            <li key={id}>
              <Button
                size="xs"
                variant="subtle"
                aria-label={t`Remove ${name}`}
                onClick={() => onChange(chosen.filter((student) => student.id !== id))}
              >
                {name} <span aria-hidden>×</span>
              </Button>
            </li>
          ))}
        </HStack>
      )}
    </Stack>
  );
}
