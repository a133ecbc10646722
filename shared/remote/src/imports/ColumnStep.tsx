import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { getClient } from '@masomo/auth';
import { useCommand } from '@masomo/data';
import { bringFile, type BroughtFile, type ImportMatches } from '@masomo/data/platform/imports';
import { decideDayOrder, type DayOrder } from '@masomo/domain/dayOrder';
import { formatNumber } from '@masomo/domain/number';
import { Box, Button, HStack, SimpleGrid, Spinner, Text } from '@masomo/design-system';
import { SelectField } from '@masomo/design-system/forms';
import { translate } from '@masomo/i18n';
import {
  datesOf,
  guessMapping,
  importRowsOf,
  mappedTitles,
  missingFields,
  parseRows,
  type ChosenFile,
  type FieldMapping,
  type KnownTitles,
  type ParsedFile,
} from './importedFile.ts';
import type { ImportKind } from './importKind.ts';
import { ErrorAlert, Step } from './Step.tsx';

type ColumnStepProps = {
  kind: ImportKind;
  chosen: ChosenFile;
  matches: ImportMatches;
  onChange: () => void;
  onChecked: (columns: KnownTitles) => void;
};

/** What the columns of the file are, and the check of all its rows. */
export function ColumnStep({ kind, chosen, matches, onChange, onChecked }: ColumnStepProps) {
  const file = parseRows(chosen);
  const [mapping, setMapping] = useState<FieldMapping>(() => guessMapping(file.header, kind, matches.columns));
  const [chosenOrder, setChosenOrder] = useState<DayOrder>();
  const [sent, setSent] = useState(0);
  const missing = missingFields(kind, mapping);
  const decided = decideDayOrder(datesOf(kind, file, mapping));
  const dayOrder = chosenOrder ?? decided.order;
  const check = useCommand(async (db, brought: BroughtFile) => bringFile(db, await getClient(), brought), {
    invalidates: ['imports'],
    onSuccess: () => onChecked(mappedTitles(file.header, mapping)),
  });
  const total = file.rows.length;

  return (
    <Step title={t`2. Match columns`}>
      <ColumnMapping
        kind={kind}
        file={file}
        mapping={mapping}
        onChange={(next) => {
          setMapping(next);
          onChange();
        }}
      />
      {decided.hasNumericDates && (
        <Box maxW="sm">
          <DayOrderField
            order={dayOrder}
            isMixed={decided.isMixed}
            onChange={(next) => {
              setChosenOrder(next);
              onChange();
            }}
          />
        </Box>
      )}
      {missing.length > 0 && (
        <Text color="danger.fg">
          <Trans>Choose the column for: {missing.join(', ')}.</Trans>
        </Text>
      )}
      {check.error && <ErrorAlert text={check.error.userMessage} />}
      <HStack>
        <Button
          disabled={missing.length > 0 || check.isRunning}
          onClick={() =>
            void check.run({
              kind: kind.kind,
              file: chosen.file,
              dayOrder,
              rows: importRowsOf(kind, file, mapping),
              choices: matches.choices,
              onSent: setSent,
            })
          }
        >
          {check.isRunning ? (
            <>
              <Spinner size="sm" aria-hidden />{' '}
              {sent < total
                ? t`Sending ${formatNumber(sent)} of ${formatNumber(total)}...`
                : plural(total, { one: 'Checking # row...', other: 'Checking # rows...' })}
            </>
          ) : (
            t`Check rows`
          )}
        </Button>
      </HStack>
    </Step>
  );
}

type ColumnMappingProps = { kind: ImportKind; file: ParsedFile; mapping: FieldMapping; onChange: (mapping: FieldMapping) => void };

function ColumnMapping({ kind, file, mapping, onChange }: ColumnMappingProps) {
  const options = [
    { value: '', label: t`Not in the file` },
    ...file.header.map((title, index) => ({ value: String(index), label: title })),
  ];
  return (
    <SimpleGrid columns={{ base: 1, sm: 2, lg: 3 }} gap="4">
      {kind.fields.map(({ name, label, isRequired = false }) => {
        const index = mapping[name];
        const example = index === undefined ? undefined : file.rows.find(({ cells }) => cells[index])?.cells[index];
        return (
          <SelectField
            key={name}
            label={translate(label)}
            required={isRequired}
            options={options}
            value={index === undefined ? '' : String(index)}
            helpText={example ? t`For example ${example}` : undefined}
            onChange={({ currentTarget: { value } }) => onChange({ ...mapping, [name]: value === '' ? undefined : Number(value) })}
          />
        );
      })}
    </SimpleGrid>
  );
}

/** Which of day and month is first in the dates of a file, which people can change. */
function DayOrderField({ order, isMixed, onChange }: { order: DayOrder; isMixed: boolean; onChange: (order: DayOrder) => void }) {
  return (
    <SelectField
      label={t`Day and month in dates`}
      options={[
        { value: 'day-first', label: t`Day first: 31/05/2014` },
        { value: 'month-first', label: t`Month first: 05/31/2014` },
      ]}
      value={order}
      helpText={isMixed ? t`This file has both. Dates that do not fit are shown with their row.` : t`Holds for every date of the file.`}
      onChange={({ currentTarget: { value } }) => onChange(value === 'month-first' ? 'month-first' : 'day-first')}
    />
  );
}
