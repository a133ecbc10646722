import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useCommand, useQuery } from '@masomo/data';
import { checkImport, type Import, type ImportChoices } from '@masomo/data/platform/imports';
import { Button, Heading, HStack, SimpleGrid, Stack, Text } from '@masomo/design-system';
import { SelectField } from '@masomo/design-system/forms';
import { fieldLabel } from './corrections.ts';
import type { ImportChoice, ImportField, ImportKind } from './importKind.ts';
import { ErrorAlert } from './Step.tsx';

/** Cells that nobody knows: people say once what each means, for all rows that have it and for the school's next file. */
export function CellStep({ kind, checked }: { kind: ImportKind; checked: Import }) {
  const [said, setSaid] = useState<ImportChoices>({});
  const check = useCommand(checkImport, { invalidates: ['imports'] });
  const fields = kind.fields.filter((field) => field.choices && checked.outcome.unmatched.some(({ column }) => column === field.name));
  if (fields.length === 0) return null;
  const say = (field: string, cell: string, meaning: string) => setSaid({ ...said, [field]: { ...said[field], [cell]: meaning } });
  const all = (field: string) => ({ ...checked.choices[field], ...said[field] });
  return (
    <Stack gap="3">
      <Heading as="h3" size="sm">
        <Trans>What do these cells mean?</Trans>
      </Heading>
      <Text color="fg.muted">
        <Trans>Choose once for all rows that have the same cell. Your school's next file is read the same way.</Trans>
      </Text>
      <SimpleGrid columns={{ base: 1, sm: 2, lg: 3 }} gap="4">
        {fields.map((field) => (
          <CellChoices key={field.name} kind={kind} field={field} checked={checked} said={said[field.name] ?? {}} onSay={say} />
        ))}
      </SimpleGrid>
      {check.error && <ErrorAlert text={check.error.userMessage} />}
      <HStack>
        <Button
          variant="outline"
          size="sm"
          disabled={Object.keys(said).length === 0}
          loading={check.isRunning}
          onClick={() =>
            void check.run({
              id: checked.id,
              choices: { ...checked.choices, ...Object.fromEntries(Object.keys(said).map((field) => [field, all(field)])) },
            })
          }
        >
          <Trans>Check again</Trans>
        </Button>
      </HStack>
    </Stack>
  );
}

type CellChoicesProps = {
  kind: ImportKind;
  field: ImportField;
  checked: Import;
  said: Readonly<Record<string, string>>;
  onSay: (field: string, cell: string, meaning: string) => void;
};

function CellChoices({ kind, field, checked, said, onSay }: CellChoicesProps) {
  const { choices } = field;
  const isRead = typeof choices === 'function';
  const { data: read } = useQuery(isRead ? ['import-choices', kind.kind, field.name] : null, (db) =>
    isRead ? choices(db) : Promise.resolve<readonly ImportChoice[]>([]),
  );
  const options = (isRead ? read : choices) ?? [];
  const label = fieldLabel(kind, field.name);
  return checked.outcome.unmatched
    .filter(({ column }) => column === field.name)
    .map(({ cell, rows }) => (
      <SelectField
        key={cell}
        label={t`${label}: “${cell}”`}
        value={said[cell] ?? '?'}
        options={[{ value: '?', label: t`Not chosen` }, ...options, { value: '', label: t`Leave empty` }]}
        helpText={plural(rows, { one: 'In # row', other: 'In # rows' })}
        onChange={({ currentTarget: { value } }) => {
          if (value !== '?') onSay(field.name, cell, value);
        }}
      />
    ));
}
