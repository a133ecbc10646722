import { useState } from 'react';
import { listBalances, schoolLifeKeys, type Balance } from '@masomo/data/schoolLife';
import { formatMoney, kes } from '@masomo/domain/money';
import { Box, Button, Text } from '@masomo/design-system';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { ListScreen } from '../shared/ListScreen.tsx';
import { PaymentDialog } from './PaymentDialog.tsx';

const amount = (shillings: number) => formatMoney(kes(shillings));

/** What learners were charged, have paid and owe. */
export function FinancesPage() {
  const [payer, setPayer] = useState<Balance>();
  const columns: DataTableColumn<Balance>[] = [
    { id: 'last_name', header: 'Student', sortable: true, cell: (row) => <Box><Text fontWeight="600">{row.student}</Text><Text fontSize="sm" color="fg.muted">{row.admissionNumber}</Text></Box> },
    { id: 'charged', header: 'Charged', align: 'end', cell: (row) => amount(row.charged) },
    { id: 'paid', header: 'Paid', align: 'end', cell: (row) => amount(row.paid) },
    { id: 'balance', header: 'Balance', align: 'end', cell: (row) => <Text fontWeight="600" color={row.balance > 0 ? 'danger.fg' : 'success.fg'}>{amount(row.balance)}</Text> },
    { id: 'actions', header: '', align: 'end', cell: (row) => <Button size="xs" variant="outline" aria-label={`Record a payment of ${row.student}`} onClick={() => setPayer(row)}>Record payment</Button> },
  ];
  return (
    <ListScreen
      title="Finances" description="Fees, payments and balances." search="students" columns={columns} sort={{ column: 'last_name', descending: false }}
      csv={{ fileName: 'balances', header: ['Admission no.', 'Name', 'Charged KES', 'Paid KES', 'Balance KES'], cells: (row) => [row.admissionNumber, row.student, row.charged, row.paid, row.balance] }}
      keyOf={schoolLifeKeys.balances} query={listBalances} empty={{ title: 'No learners yet', text: 'Balances appear here once learners are admitted.' }}
    >
      {payer && <PaymentDialog payer={payer} onClose={() => setPayer(undefined)} />}
    </ListScreen>
  );
}
