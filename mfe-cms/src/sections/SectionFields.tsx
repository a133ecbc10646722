import { typedNumber } from '@masomo/domain/typedNumber';
import { t } from '@lingui/core/macro';
import { Box, Heading, SimpleGrid, Stack } from '@masomo/design-system';
import { CheckboxField, Fieldset, FormError, SwitchField, TextAreaField, TextField } from '@masomo/design-system/forms';
import { ListField } from './ListField.tsx';
import type { FieldSpec } from '../shared/sectionSpecs.ts';
import type { SectionDraft } from './sectionDraft.ts';
import { timeOfDayInput, minutesSinceMidnight } from './timeOfDay.ts';
import { valueAt } from './valueAt.ts';

const weekdays = [
  [1, t`Monday`],
  [2, t`Tuesday`],
  [3, t`Wednesday`],
  [4, t`Thursday`],
  [5, t`Friday`],
  [6, t`Saturday`],
  [0, t`Sunday`],
] as const;
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const pathTo = (prefix: string, key: string) => (prefix ? `${prefix}.${key}` : key);

/** The fields of a section, or of one entry of a list in it. */
export function SectionFields({ fields, prefix = '', draft }: { fields: readonly FieldSpec[]; prefix?: string; draft: SectionDraft }) {
  return (
    <Stack gap="5">
      {fields.map((field) => (
        <OneField key={field.key} field={field} path={pathTo(prefix, field.key)} draft={draft} />
      ))}
    </Stack>
  );
}

function OneField({ field, path, draft }: { field: FieldSpec; path: string; draft: SectionDraft }) {
  const value = valueAt(draft.value, path);
  const error = draft.problems[path];
  switch (field.kind) {
    case 'text':
      return (
        <TextField
          label={field.label}
          helpText={field.help}
          error={error}
          value={textOf(value)}
          onChange={(event) => draft.change(path, event.currentTarget.value)}
        />
      );
    case 'area':
      return (
        <TextAreaField
          label={field.label}
          rows={2}
          helpText={field.help}
          error={error}
          value={textOf(value)}
          onChange={(event) => draft.change(path, event.currentTarget.value)}
        />
      );
    case 'number':
      return (
        <TextField
          label={field.label}
          inputMode="numeric"
          helpText={field.help}
          error={error}
          value={typeof value === 'number' || typeof value === 'string' ? String(value) : ''}
          onChange={(event) => draft.change(path, wholeNumberOr(event.currentTarget.value))}
        />
      );
    case 'time':
      return (
        <TextField
          label={field.label}
          type="time"
          error={error}
          value={timeOfDayInput(value)}
          onChange={(event) => draft.change(path, minutesSinceMidnight(event.currentTarget.value))}
        />
      );
    case 'switch':
      return (
        <SwitchField
          label={field.label}
          helpText={field.help}
          error={error}
          checked={value === true}
          onChange={(event) => draft.change(path, event.currentTarget.checked)}
        />
      );
    case 'days':
      return (
        <DaysField
          label={field.label}
          error={error}
          value={Array.isArray(value) ? value : []}
          onChange={(days) => draft.change(path, days)}
        />
      );
    case 'group':
      return (
        <Box as="section" borderWidth="1px" borderRadius="lg" p={{ base: '4', md: '5' }} aria-label={field.label}>
          <Heading as="h2" size="md" mb="4">
            {field.label}
          </Heading>
          <SectionFields fields={field.fields} prefix={path} draft={draft} />
        </Box>
      );
    case 'list':
      return (
        <ListField
          label={field.label}
          entry={field.entry}
          path={path}
          draft={draft}
          blank={Object.fromEntries(field.of.map(({ key }) => [key, '']))}
          renderEntry={(entryPath) => <SectionFields fields={field.of} prefix={entryPath} draft={draft} />}
        />
      );
    case 'lines':
      return <ListField label={field.label} entry={field.entry} path={path} draft={draft} blank="" isLong={field.isLong} />;
  }
}

function DaysField({
  label,
  error,
  value,
  onChange,
}: {
  label: string;
  error: string | undefined;
  value: unknown[];
  onChange: (days: number[]) => void;
}) {
  const chosen = new Set(value);
  return (
    <Fieldset.Root>
      <Fieldset.Legend>{label}</Fieldset.Legend>
      <FormError>{error}</FormError>
      <SimpleGrid columns={{ base: 2, sm: 4 }} gap="2" mt="2">
        {weekdays.map(([day, name]) => (
          <CheckboxField
            key={day}
            label={name}
            checked={chosen.has(day)}
            onChange={(event) =>
              onChange([0, 1, 2, 3, 4, 5, 6].filter((one) => (one === day ? event.currentTarget.checked : chosen.has(one))))
            }
          />
        ))}
      </SimpleGrid>
    </Fieldset.Root>
  );
}

/** The number that was typed; the text itself while it is none, so that the field's rule can say so. */
function wholeNumberOr(typed: string): number | string {
  const number = typedNumber(typed);
  return Number.isInteger(number) ? number : typed;
}
