import { t } from '@lingui/core/macro';
import { Button, HStack, Stack } from '@masomo/design-system';
import { StudentPicker } from '@masomo/remote/StudentPicker';

export type ChosenStudent = { id: string; name: string };

type StudentsFieldProps = { chosen: readonly ChosenStudent[]; onChange: (chosen: ChosenStudent[]) => void; error: string | undefined };

/** Finds students one after the other: an incident often has several. */
export function StudentsField({ chosen, onChange, error }: StudentsFieldProps) {
  return (
    <Stack gap="3">
      <StudentPicker
        label={t`Students`}
        required
        emptyLabel={chosen.length === 0 ? t`Choose` : t`Add another`}
        error={error}
        value=""
        onChange={({ currentTarget: { value: id, selectedOptions } }) => {
          const name = selectedOptions[0]?.text ?? '';
          if (id && !chosen.some((student) => student.id === id)) onChange([...chosen, { id, name }]);
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
