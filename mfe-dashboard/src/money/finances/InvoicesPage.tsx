import { t } from '@lingui/core/macro';
import { useSession } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { feeListKeys, getInvoiceTotals, listInvoices, type ListedInvoice } from '@masomo/data/money/feeLists';
import { listClassNames, peopleKeys } from '@masomo/data/people/people';
import { listTerms, schoolKeys } from '@masomo/data/platform/schools';
import { formatNumber } from '@masomo/domain/number';
import { formatDate } from '@masomo/domain/time';
import { Badge, Text } from '@masomo/design-system';
import { FilterSelect } from '@masomo/design-system/forms';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { useNavigate } from '@masomo/navigation';
import { ListScreen } from '@masomo/remote/ListScreen';
import { useListView } from '@masomo/remote/useListView';
import { listedBalance, shillingUnit } from '../../shared/paymentLabels.ts';
import { FinanceNav } from './FinanceNav.tsx';
import { StudentCell } from './StudentCell.tsx';
import { TwoLines } from './TwoLines.tsx';
import { today } from '@masomo/remote/schoolDay';

const columns: DataTableColumn<ListedInvoice>[] = [
  { id: 'invoice_number', header: t`Invoice`, sortable: true, noWrap: true, cell: (row) => <Text fontWeight="600">{row.number}</Text> },
  {
    id: 'last_name',
    header: t`Student`,
    sortable: true,
    cell: (row) => <StudentCell {...row} id={row.studentId} />,
  },
  { id: 'term', header: t`Term`, noWrap: true, cell: (row) => row.term },
  { id: 'issued_on', header: t`Issued`, sortable: true, noWrap: true, cell: (row) => formatDate(row.issuedOn) },
  { id: 'due_on', header: t`Due`, noWrap: true, cell: (row) => (row.dueOn ? formatDate(row.dueOn) : t`Not set`) },
  { id: 'amount', header: t`Amount`, unit: shillingUnit, align: 'end', cell: (row) => formatNumber(row.amount) },
  {
    id: 'balance',
    header: t`Balance`,
    unit: shillingUnit,
    align: 'end',
    cell: (row) =>
      row.balance > 0 ? (
        <Text fontWeight="600" {...(row.dueOn && row.dueOn < today() ? { color: 'danger.fg' } : {})}>
          {formatNumber(row.balance)}
        </Text>
      ) : (
        <Badge colorPalette="green">{row.balance < 0 ? listedBalance(row.balance) : t`Settled`}</Badge>
      ),
  },
];

export function InvoicesPage() {
  const { user } = useSession();
  const navigate = useNavigate();
  const schoolId = user?.schoolId ?? '';
  const { filters, setFilter, view } = useListView('invoices', { termId: '', classId: '' });
  const { termId, classId } = filters;
  const { data: terms = [] } = useQuery(schoolId ? schoolKeys.terms(schoolId) : null, (db) => listTerms(db, schoolId));
  const { data: classes = [] } = useQuery(peopleKeys.classNames(), listClassNames);
  return (
    <ListScreen
      title={t`Finances`}
      description={t`What students were billed for each term.`}
      search={t`Search invoices`}
      columns={columns}
      sort={{ column: 'issued_on', descending: true }}
      export={{
        name: t`Invoices`,
        columns: [
          { title: t`Invoice`, value: (row) => row.number },
          { title: t`Admission no.`, value: (row) => row.admissionNumber },
          { title: t`Student`, value: (row) => row.student },
          { title: t`Class`, value: (row) => row.className },
          { title: t`Term`, value: (row) => row.term },
          { title: t`Issued`, value: (row) => row.issuedOn, as: 'day' },
          { title: t`Due`, value: (row) => row.dueOn, as: 'day' },
          { title: t`Amount`, value: (row) => row.amount },
          { title: t`Balance`, value: (row) => Math.max(0, row.balance) },
        ],
      }}
      keyOf={(filter) => feeListKeys.invoices({ ...filter, termId, classId })}
      live={['fee_invoices']}
      query={(db, filter) => listInvoices(db, { ...filter, termId, classId })}
      totals={(search) => ({
        key: feeListKeys.invoiceTotals({ search, termId, classId }),
        query: async (db) => {
          const { amount, credited } = await getInvoiceTotals(db, { search, termId, classId });
          return {
            amount: (
              <TwoLines first={formatNumber(amount)} second={credited > 0 ? t`${formatNumber(credited)} of it credited` : undefined} />
            ),
          };
        },
      })}
      filterKey={`${termId}${classId}`}
      empty={{ title: t`No invoices yet`, text: t`Invoices appear here once you bill a term under Fees and billing.` }}
      rowLabel={(row) => row.number}
      onOpen={(row) => navigate(`/dashboard/finances/${row.studentId}`)}
      intro={<FinanceNav current="/dashboard/finances/invoices" />}
      view={view}
      filters={
        <>
          <FilterSelect
            label={t`Term`}
            options={[{ value: '', label: t`All terms` }, ...terms.map(({ id, name }) => ({ value: id, label: name }))]}
            value={termId}
            onValueChange={(chosen) => setFilter({ termId: chosen })}
          />
          <FilterSelect
            label={t`Class`}
            options={[{ value: '', label: t`All classes` }, ...classes.map(({ id, name }) => ({ value: id, label: name }))]}
            value={classId}
            onValueChange={(chosen) => setFilter({ classId: chosen })}
          />
        </>
      }
    />
  );
}
