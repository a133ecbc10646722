import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { formatNumber } from '@masomo/domain/number';
import { Badge, Box, Button, Flex, Text } from '@masomo/design-system';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { RecordList } from '@masomo/remote/RecordList';
import { translate } from '@masomo/i18n';
import { roleLabels, parseRole } from '@masomo/domain/roles';
import { formatDateTimeWithSeconds } from '@masomo/domain/time';
import type { ConfirmedAction } from './confirmationTexts.ts';
import type { VersionState, VersionRow } from './versionRows.ts';

type VersionsTableProps = {
  rows: readonly VersionRow[] | undefined;
  onAction: (action: ConfirmedAction) => void;
  onCanary: (row: VersionRow) => void;
  onCompare: (row: VersionRow) => void;
  onFailures: (row: VersionRow) => void;
};

const stateColors: Record<VersionState, string> = { live: 'green', canary: 'purple', fallback: 'blue', published: 'gray' };

const canaryLabel = ({ percent, roles }: VersionRow) =>
  [t`Trial`, `${percent ?? 0}%`, ...roles.map((role) => translate(roleLabels[parseRole(role)]))].join(', ');
const stateLabel = (row: VersionRow) =>
  ({ live: t`Live`, canary: canaryLabel(row), fallback: t`Previous`, published: t`Published` })[row.state];
const formatMilliseconds = (value: number | null | undefined) =>
  value === null || value === undefined ? '–' : t`${formatNumber(Math.round(value))} ms`;

function Actions({
  row,
  onAction,
  onCanary,
  onCompare,
}: { row: VersionRow } & Pick<VersionsTableProps, 'onAction' | 'onCanary' | 'onCompare'>) {
  const { app, version, state, live, hasFallback } = row;
  const button = (label: string, action: ConfirmedAction) => (
    <Button key={label} size="xs" variant="outline" aria-label={`${label}: ${app} ${version}`} onClick={() => onAction(action)}>
      {label}
    </Button>
  );
  return (
    <Flex gap="2" justify="flex-end" wrap="wrap">
      {state !== 'live' && (
        <Button size="xs" variant="ghost" aria-label={t`Compare ${app} ${version} with the live version`} onClick={() => onCompare(row)}>
          <Trans>Compare</Trans>
        </Button>
      )}
      {state === 'live' && hasFallback && button(t`Roll back`, { action: 'rollback', app, abandon: live })}
      {state === 'canary' && button(t`End trial`, { action: 'end-canary', app })}
      {(state === 'published' || state === 'canary') && (
        <Button
          size="xs"
          variant="outline"
          aria-label={state === 'canary' ? t`Change trial of ${app} ${version}` : t`Try ${app} ${version}`}
          onClick={() => onCanary(row)}
        >
          {state === 'canary' ? t`Change trial` : t`Try`}
        </Button>
      )}
      {state !== 'live' && button(t`Make live`, { action: 'promote', app, version })}
    </Flex>
  );
}

function Failures({ row, onFailures }: { row: VersionRow } & Pick<VersionsTableProps, 'onFailures'>) {
  const { app, version, health } = row;
  if (!health?.failures) return '0';
  const { failures, failed_visits: visits } = health;
  const summary = plural(visits, { one: `${failures} in # visit`, other: `${failures} in # visits` });
  return (
    <Button
      size="xs"
      variant="ghost"
      color="fg.error"
      aria-label={t`Failures of ${app} ${version}: ${summary}`}
      onClick={() => onFailures(row)}
    >
      {summary}
    </Button>
  );
}

export function VersionsTable({ rows, onAction, onCanary, onCompare, onFailures }: VersionsTableProps) {
  const columns: DataTableColumn<VersionRow>[] = [
    {
      id: 'app',
      header: t`App`,
      cell: (row) => (
        <Box>
          <Text fontWeight="600">{row.app}</Text>
          <Text fontSize="sm" color="fg.muted" whiteSpace="nowrap">
            {row.version}
          </Text>
        </Box>
      ),
    },
    {
      id: 'state',
      header: t`State`,
      noWrap: true,
      cell: (row) => <Badge colorPalette={stateColors[row.state]}>{stateLabel(row)}</Badge>,
    },
    {
      id: 'published',
      header: t`Published`,
      cell: (row) => (
        <Box>
          <Text whiteSpace="nowrap">{formatDateTimeWithSeconds(row.publishedAt)}</Text>
          {row.by && (
            <Text fontSize="sm" color="fg.muted">
              <Trans>by {row.by}</Trans>
            </Text>
          )}
        </Box>
      ),
    },
    { id: 'loads', header: t`Loads`, align: 'end', cell: (row) => formatNumber(row.health?.loads ?? 0) },
    { id: 'failures', header: t`Failures`, align: 'end', cell: (row) => <Failures row={row} onFailures={onFailures} /> },
    { id: 'load', header: t`Load time`, align: 'end', cell: (row) => formatMilliseconds(row.health?.load_p75) },
    {
      id: 'lcp',
      header: t`LCP`,
      align: 'end',
      cell: ({ health }) => (
        <Box>
          <Text>{formatMilliseconds(health?.lcp_p75)}</Text>
          {typeof health?.cls_p75 === 'number' && (
            <Text fontSize="sm" color="fg.muted">
              <Trans>CLS {health.cls_p75.toFixed(3)}</Trans>
            </Text>
          )}
        </Box>
      ),
    },
    { id: 'inp', header: t`INP`, align: 'end', cell: (row) => formatMilliseconds(row.health?.inp_p75) },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (row) => <Actions row={row} onAction={onAction} onCanary={onCanary} onCompare={onCompare} />,
    },
  ];
  return (
    <RecordList
      label={t`Versions`}
      columns={columns}
      rows={rows}
      pageSize={25}
      rowLabel={(row) => row.id}
      empty={{ title: t`No versions yet`, text: t`A version appears here once it is published.` }}
    />
  );
}
