import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useQuery } from '@masomo/data';
import { listTwoFactorPolicy, twoFactorKeys, type TwoFactorRule } from '../../data/twoFactor.ts';
import { formatNumber } from '@masomo/domain/number';
import { roleLabels } from '@masomo/domain/roles';
import { addDays, formatDate } from '@masomo/domain/time';
import { translate } from '@masomo/i18n';
import { AppLink, Badge, Button, EmptyState, Stack } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { RecordList } from '@masomo/remote/RecordList';
import { TwoFactorNav } from '../shared/TwoFactorNav.tsx';
import { today } from '@masomo/remote/schoolDay';
import { useModule } from '@masomo/remote/useModule';
import { twoFactorHome, twoFactorFeature } from '../shared/twoFactorHome.ts';
import { PolicyDialog } from './PolicyDialog.tsx';

function RuleBadge({ rule }: { rule: TwoFactorRule }) {
  if (!rule.isRequired) return <Badge>{t`Not required`}</Badge>;
  const due = rule.requiredFrom && addDays(rule.requiredFrom, rule.graceDays);
  if (!due || due <= today()) return <Badge colorPalette="green">{t`Required`}</Badge>;
  return <Badge colorPalette="orange">{t`Required from ${formatDate(due)}`}</Badge>;
}

/** Which roles of the school must sign in with a code, from when, and how far they are. */
export function PolicyPage() {
  const { isReadOnly } = useModule(twoFactorFeature);
  const [edited, setEdited] = useState<TwoFactorRule>();
  const { data: rules, error, reload } = useQuery(twoFactorKeys.policy(), listTwoFactorPolicy);
  const columns: DataTableColumn<TwoFactorRule>[] = [
    { id: 'role', header: t`Role`, cell: ({ role }) => translate(roleLabels[role]) },
    { id: 'rule', header: t`Two-step sign-in`, cell: (rule) => <RuleBadge rule={rule} /> },
    {
      id: 'enrolled',
      header: t`Have set it up`,
      align: 'end',
      cell: ({ role, people, enrolled }) => (
        <AppLink to={`${twoFactorHome}/people?role=${role}`}>{t`${formatNumber(enrolled)} of ${formatNumber(people)}`}</AppLink>
      ),
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (rule) =>
        !isReadOnly && (
          <Button
            size="xs"
            variant="outline"
            aria-label={t`Change the rule for ${translate(roleLabels[rule.role])}`}
            onClick={() => setEdited(rule)}
          >
            <Trans>Change</Trans>
          </Button>
        ),
    },
  ];
  return (
    <>
      <PageHeader
        title={t`Two-Factor Authentication`}
        description={t`Roles that need a code from an authenticator app after the password, and the start date.`}
      />
      <TwoFactorNav current="" />
      <Stack gap="6">
        {rules?.every(({ isRequired }) => !isRequired) && (
          <EmptyState title={t`No role requires a code yet`}>
            <Trans>
              Begin with those who see marks: choose Teacher, a day in two weeks and seven days of grace. They are told today, see the day
              on their home screen, and you see here who has set it up.
            </Trans>
          </EmptyState>
        )}
        <RecordList
          label={t`Rules`}
          columns={columns}
          rows={rules}
          error={error}
          onRetry={reload}
          rowId={({ role }) => role}
          rowLabel={({ role }) => translate(roleLabels[role])}
          empty={{ title: t`No roles`, text: t`Your school has no people yet.` }}
        />
      </Stack>
      {edited && <PolicyDialog rule={edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}
