import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Heading, Stack, Text } from '@masomo/design-system';
import { PlainTable, type PlainColumn } from '@masomo/design-system/plainTable';
import { translate } from '@masomo/i18n';
import type { ImportKind } from './importKind.ts';

const columns: PlainColumn<ImportKind['fields'][number]>[] = [
  {
    id: 'column',
    header: t`Column`,
    isRowName: true,
    cell: ({ label, isRequired }) => (isRequired ? `${translate(label)} *` : translate(label)),
  },
  { id: 'example', header: t`Example`, cell: ({ example }) => example },
];

/** The columns that a file may have, with an example, before one is chosen. */
export function ColumnList({ kind: { fields, oneOf = [] } }: { kind: ImportKind }) {
  const needed = oneOf.map(({ label }) => translate(label)).join(', ');
  return (
    <Stack gap="2" minW="0">
      <Heading as="h3" size="sm">
        <Trans>Columns</Trans>
      </Heading>
      <Text color="fg.muted" textStyle="sm">
        <Trans>In any order; those with an asterisk are required.</Trans> {needed && t`Each row also needs: ${needed}.`}
      </Text>
      <PlainTable
        label={t`Columns of the file, with an example`}
        columns={columns}
        rows={fields.filter(({ example, isRequired }) => example ?? isRequired)}
        rowKey={({ name }) => name}
      />
    </Stack>
  );
}
