import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useQuery } from '@masomo/data';
import { getImportMatches, importKeys, listImports } from '@masomo/data/platform/imports';
import { AppLink, ErrorState, HStack, SkeletonText, Stack } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { CheckedImport } from './CheckedImport.tsx';
import { ColumnStep } from './ColumnStep.tsx';
import { FileStep } from './FileStep.tsx';
import type { ChosenFile, KnownTitles } from './importedFile.ts';
import type { ImportKind } from './importKind.ts';
import { SavedImport } from './SavedImport.tsx';

type ImportScreenProps = {
  kind: ImportKind;
  title: string;
  /** What a row is, and which rows are skipped. */
  hint: string;
  /** The list that the records come to. */
  list: { to: string; label: string };
  /** Another import that people may look for here. */
  other?: { to: string; label: string };
};

/**
 * Imports records from a CSV file or a workbook: choose it, match its columns, check all rows, save those without problems as a job, and undo it
 * for a day. What was checked or saved is on the server: who closes the tab finds it here again.
 */
export function ImportScreen({ kind, title, hint, list, other }: ImportScreenProps) {
  const imports = useQuery(importKeys.list(kind.kind), (db) => listImports(db, kind.kind), { live: ['imports'] });
  const matches = useQuery(importKeys.matches(kind.kind), (db) => getImportMatches(db, kind.kind));
  const [chosen, setChosen] = useState<{ rows: ChosenFile; version: number }>();
  /** What the columns of the chosen file were when it was checked; undefined while that is to be done. */
  const [columns, setColumns] = useState<KnownTitles>();
  const error = imports.error ?? matches.error;
  const checked = imports.data?.find(({ state }) => state === 'checked');
  const choose = (rows: ChosenFile | undefined) => {
    setChosen(rows && { rows, version: (chosen?.version ?? 0) + 1 });
    setColumns(undefined);
  };
  const others = imports.data?.filter(({ state }) => state !== 'checked' && state !== 'open') ?? [];

  return (
    <>
      <PageHeader
        title={title}
        description={
          <Stack gap="1">
            <Trans>Import a workbook or a CSV file from Excel or Sheets.</Trans>
            <HStack gap="4" wrap="wrap">
              {[list, ...(other ? [other] : [])].map(({ to, label }) => (
                <AppLink key={to} to={to} color="accent.fg">
                  {label}
                </AppLink>
              ))}
            </HStack>
          </Stack>
        }
      />
      {error && (!imports.data || !matches.data) ? (
        <ErrorState error={error} onRetry={() => Promise.all([imports.reload(), matches.reload()])} />
      ) : !imports.data || !matches.data ? (
        <SkeletonText noOfLines={4} aria-busy aria-label={t`Loading`} />
      ) : (
        <Stack gap="4" maxW="5xl">
          <FileStep kind={kind} title={title} hint={hint} titles={matches.data.columns} chosen={chosen?.rows} onChoose={choose} />
          {chosen && (
            <ColumnStep
              key={chosen.version}
              kind={kind}
              chosen={chosen.rows}
              matches={matches.data}
              onChange={() => setColumns(undefined)}
              onChecked={setColumns}
            />
          )}
          {checked && (!chosen || columns) && (
            <CheckedImport key={checked.id} kind={kind} checked={checked} columns={columns ?? {}} onSaved={() => choose(undefined)} />
          )}
          {others.map((each, index) => (
            <SavedImport key={each.id} kind={kind} saved={each} list={list} isLatest={index === 0} />
          ))}
        </Stack>
      )}
    </>
  );
}
