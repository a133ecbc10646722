import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Button, Heading, HStack, Stack, Text } from '@masomo/design-system';
import { CheckboxField } from '@masomo/design-system/forms';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { RecordList } from '@masomo/remote/RecordList';
import type { LikelyGuardian } from './studentNotes.ts';

type Props = { likely: readonly LikelyGuardian[]; joined: ReadonlySet<number>; onChange: (joined: ReadonlySet<number>) => void };

/** Who the guardian may be: with the number or address they are known by, and the row when the file itself has them. */
function otherPerson({ as_name, as_contact, same_guardian_as }: LikelyGuardian): string {
  const named = as_contact ? `${as_name} (${as_contact})` : as_name;
  const row = /^row (\d+)$/.exec(same_guardian_as)?.[1];
  return row ? t`${named}, in row ${row}` : t`${named}, already at your school`;
}

/** Guardians of the file who may be one person with another one: the office says which are. Nobody is joined unasked. */
export function LikelyGuardians({ likely, joined, onChange }: Props) {
  if (likely.length === 0) return null;
  const decide = (row: number, isJoined: boolean) => {
    const next = new Set(joined);
    if (isJoined) next.add(row);
    else next.delete(row);
    onChange(next);
  };
  const columns: DataTableColumn<LikelyGuardian>[] = [
    { id: 'row', header: t`Row`, align: 'end', width: '16', cell: ({ row }) => row },
    { id: 'name', header: t`Guardian`, cell: ({ name }) => name },
    { id: 'other', header: t`May be`, cell: otherPerson },
    {
      id: 'decision',
      header: t`Decision`,
      cell: ({ row }) => (
        <CheckboxField
          label={t`The same person (row ${row})`}
          checked={joined.has(row)}
          onChange={({ currentTarget: { checked } }) => decide(row, checked)}
        />
      ),
    },
  ];
  return (
    <Stack gap="3">
      <Heading as="h3" size="sm">
        <Trans>Guardians who may be the same person</Trans>
      </Heading>
      <Text color="fg.muted">
        <Plural
          value={likely.length}
          one="# guardian has a name, phone or email in common with another one. They stay two people unless you join them."
          other="# guardians have a name, phone or email in common with another one. They stay separate people unless you join them."
        />
      </Text>
      <RecordList
        label={t`Guardians who may be the same person`}
        columns={columns}
        rows={likely}
        pageSize={10}
        rowId={({ row }) => String(row)}
        empty={{ title: t`No such guardians` }}
      />
      <HStack wrap="wrap">
        <Button size="sm" variant="outline" onClick={() => onChange(new Set(likely.map(({ row }) => row)))}>
          <Trans>Join all</Trans>
        </Button>
        <Button size="sm" variant="outline" onClick={() => onChange(new Set())}>
          <Trans>Keep all apart</Trans>
        </Button>
      </HStack>
    </Stack>
  );
}
