import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useQuery } from '@masomo/data';
import { feeKeys, getAccountTotals, getFeeTotals, listAccountBalances, type FeeTotals, type StudentAccount } from '@masomo/data/money/fees';
import { listClassNames, peopleKeys } from '@masomo/data/people/people';
import { formatNumber } from '@masomo/domain/number';
import { formatDate } from '@masomo/domain/time';
import { Box, Button, SimpleGrid, Text } from '@masomo/design-system';
import { StatCard } from '@masomo/design-system/admin';
import { FilterSelect, SwitchField } from '@masomo/design-system/forms';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { useNavigate } from '@masomo/navigation';
import { ListScreen } from '@masomo/remote/ListScreen';
import { useListView } from '@masomo/remote/useListView';
import { FinanceNav } from './FinanceNav.tsx';
import { StudentCell } from './StudentCell.tsx';
import { PayerDialog } from './PayerDialog.tsx';
import { PaymentDialog } from './PaymentDialog.tsx';
import { RemindersDialog } from './RemindersDialog.tsx';
import { formatShillings, listedBalance, shillingUnit } from '../../shared/paymentLabels.ts';
import { useHasNewParam } from '../../shared/lists/useHasNewParam.ts';

export function FinancesPage() {
  const navigate = useNavigate();
  const [payer, setPayer] = useState<StudentAccount>();
  const [isRecording, setIsRecording] = useState(useHasNewParam());
  const { filters, setFilter, view } = useListView('balances', { classId: '', isOwingOnly: false as boolean });
  const { classId, isOwingOnly } = filters;
  const [toRemind, setToRemind] = useState<string[] | 'all'>();
  const { data: classes = [] } = useQuery(peopleKeys.classNames(), listClassNames);
  const columns: DataTableColumn<StudentAccount>[] = [
    {
      id: 'last_name',
      header: t`Student`,
      sortable: true,
      cell: (row) => <StudentCell {...row} />,
    },
    { id: 'charged', header: t`Charged`, unit: shillingUnit, align: 'end', sortable: true, cell: (row) => formatNumber(row.charged) },
    { id: 'paid', header: t`Paid`, unit: shillingUnit, align: 'end', sortable: true, cell: (row) => formatNumber(row.paid) },
    {
      id: 'balance',
      header: t`Balance`,
      unit: shillingUnit,
      align: 'end',
      sortable: true,
      cell: (row) => (
        <Text fontWeight="600" {...(row.overdue > 0 ? { color: 'danger.fg' } : {})}>
          {listedBalance(row.balance)}
        </Text>
      ),
    },
    {
      id: 'last_paid_on',
      header: t`Last payment`,
      sortable: true,
      noWrap: true,
      cell: (row) => (row.lastPaidOn ? formatDate(row.lastPaidOn) : t`None`),
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (row) => (
        <Button size="xs" variant="outline" aria-label={t`Record payment for ${row.student}`} onClick={() => setPayer(row)}>
          <Trans>Record payment</Trans>
        </Button>
      ),
    },
  ];
  return (
    <ListScreen
      title={t`Finances`}
      description={t`What students were charged, have paid and still owe.`}
      search={t`Search students`}
      columns={columns}
      sort={{ column: 'balance', descending: true }}
      export={{
        name: t`Balances`,
        columns: [
          { title: t`Admission no.`, value: (row) => row.admissionNumber },
          { title: t`Student`, value: (row) => row.student },
          { title: t`Class`, value: (row) => row.className },
          { title: t`Charged`, value: (row) => row.charged },
          { title: t`Paid`, value: (row) => row.paid },
          { title: t`Balance`, value: (row) => row.balance },
          { title: t`Last payment`, value: (row) => row.lastPaidOn, as: 'day' },
        ],
      }}
      keyOf={(filter) => feeKeys.accounts({ ...filter, classId, isOwingOnly })}
      live={['fee_charges', 'fee_payments']}
      query={(db, filter) => listAccountBalances(db, { ...filter, classId, isOwingOnly })}
      totals={(search) => ({
        key: feeKeys.accountTotals({ search, classId, isOwingOnly }),
        query: async (db) => {
          const { charged, paid, balance } = await getAccountTotals(db, { search, classId, isOwingOnly });
          return { charged: formatNumber(charged), paid: formatNumber(paid), balance: listedBalance(balance) };
        },
      })}
      onOpen={(row) => navigate(`/dashboard/finances/${row.id}`)}
      filterKey={classId + (isOwingOnly ? 'owing' : '')}
      empty={{ title: t`No students yet`, text: t`Balances appear here once students are admitted.` }}
      rowLabel={(row) => row.student}
      actions={
        <>
          <Button size="sm" variant="outline" onClick={() => setToRemind('all')}>
            <Trans>Send reminders</Trans>
          </Button>
          <Button size="sm" onClick={() => setIsRecording(true)}>
            <Trans>Record payment</Trans>
          </Button>
        </>
      }
      bulkActions={(ids) => (
        <Button size="xs" variant="outline" onClick={() => setToRemind(ids)}>
          <Trans>Send reminders</Trans>
        </Button>
      )}
      intro={
        <>
          <FinanceNav current="/dashboard/finances" />
          <Totals />
        </>
      }
      view={view}
      filters={
        <>
          <FilterSelect
            label={t`Class`}
            options={[{ value: '', label: t`All classes` }, ...classes.map(({ id, name }) => ({ value: id, label: name }))]}
            value={classId}
            onValueChange={(chosen) => setFilter({ classId: chosen })}
          />
          <Box alignSelf="center">
            <SwitchField
              label={t`With a balance`}
              checked={isOwingOnly}
              onChange={(event) => setFilter({ isOwingOnly: event.currentTarget.checked })}
            />
          </Box>
        </>
      }
    >
      {isRecording && <PayerDialog onClose={() => setIsRecording(false)} />}
      {payer && <PaymentDialog payer={payer} onClose={() => setPayer(undefined)} />}
      {toRemind && <RemindersDialog {...(toRemind === 'all' ? {} : { studentIds: toRemind })} onClose={() => setToRemind(undefined)} />}
    </ListScreen>
  );
}

/** Who owes, and why the balances below come to less. */
function OwedBy({ debtors, paid_ahead: ahead }: FeeTotals) {
  return (
    <>
      <Plural value={debtors} one="# student" other="# students" />
      {ahead > 0 && (
        <Text>
          <Trans>{formatShillings(ahead)} paid ahead by others</Trans>
        </Text>
      )}
    </>
  );
}

function Totals() {
  const { data: totals, isLoading } = useQuery(feeKeys.totals(), getFeeTotals, { live: ['fee_charges', 'fee_payments'] });
  return (
    <SimpleGrid columns={{ base: 2, xl: 4 }} gap="4" mb="5">
      <StatCard
        label={t`Charged`}
        isLoading={isLoading}
        value={totals && formatShillings(totals.charged)}
        hint={totals && totals.credited > 0 && t`After ${formatShillings(totals.credited)} credited`}
      />
      <StatCard label={t`Paid`} isLoading={isLoading} value={totals && formatShillings(totals.paid)} />
      <StatCard
        label={t`Owed`}
        isLoading={isLoading}
        value={totals && formatShillings(totals.owed)}
        hint={totals && <OwedBy {...totals} />}
      />
      <StatCard label={t`Paid this month`} isLoading={isLoading} value={totals && formatShillings(totals.paid_this_month)} />
    </SimpleGrid>
  );
}
