import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useCommand } from '@masomo/data';
import { typedNumber } from '@masomo/domain/typedNumber';
import { Box, Card, Heading, HStack, SegmentedToggle, Stack, Text } from '@masomo/design-system';
import { FormError, SubmitButton, TextField } from '@masomo/design-system/forms';
import { branchMethods, takeFamilyPayment, type BranchMethod, type FamilyAccount, type FamilyReceipt } from '../../data/branches.ts';
import { formatBalance, formatShillings } from '../shared/branchHome.ts';
import { methodLabels } from './methodLabels.ts';

/** What a cashier types, in whole shillings; null for anything else, 0 for nothing. */
function parseShillings(typed: string): number | null {
  if (typed.trim() === '') return 0;
  const amount = typedNumber(typed);
  return Number.isInteger(amount) && amount >= 0 && amount <= 10_000_000 ? amount : null;
}

type FamilyPaymentFormProps = {
  account: FamilyAccount;
  studentId: string;
  receiptId: string;
  isReadOnly: boolean;
  onTaken: (receipt: FamilyReceipt) => void;
};

/** The parts of a family's balance, and what is paid for each. */
export function FamilyPaymentForm({ account, studentId, receiptId, isReadOnly, onTaken }: FamilyPaymentFormProps) {
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [method, setMethod] = useState<BranchMethod>('cash');
  const [reference, setReference] = useState('');
  const take = useCommand(takeFamilyPayment, { invalidates: ['branches', 'fees', 'students', 'overview'], onSuccess: onTaken });
  const lines = [
    ...account.children.map((child) => ({
      id: child.id,
      name: child.name,
      detail: child.admission_number,
      balance: child.balance,
      part: (amount: number) => ({ student_id: child.id, amount }),
    })),
    ...account.branches.map((branch) => ({
      id: branch.id,
      name: branch.name,
      detail: t`Other branch`,
      balance: branch.balance,
      part: (amount: number) => ({ branch_id: branch.id, amount }),
    })),
  ];
  const amounts = lines.map(({ id }) => parseShillings(typed[id] ?? ''));
  const total = amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0);
  const isComplete = total > 0 && amounts.every((amount) => amount !== null);
  const isAtReference = take.error?.field === 'reference';
  return (
    <Card.Root as="section" aria-label={t`Balance of the family`}>
      <Card.Header>
        <HStack justify="space-between" wrap="wrap" gap="3">
          <Heading as="h2" size="md">
            <Trans>Balance of the family</Trans>
          </Heading>
          <Text fontSize="xl" fontWeight="700">
            {formatBalance(account.balance)}
          </Text>
        </HStack>
      </Card.Header>
      <Card.Body asChild>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!isComplete) return;
            const parts = lines.flatMap((line, index) => (amounts[index] ? [line.part(amounts[index])] : []));
            void take.run({ receiptId, studentId, parts, method, reference: method === 'cash' ? '' : reference });
          }}
        >
          <Stack gap="5">
            {lines.map((line, index) => (
              <HStack key={line.id} justify="space-between" align="flex-start" gap="4" wrap="wrap">
                <Box flex="1 1 12rem" minW="0">
                  <Text fontWeight="600">{line.name}</Text>
                  <Text fontSize="sm" color="fg.muted">
                    {line.detail} · {t`Balance: ${formatBalance(line.balance)}`}
                  </Text>
                </Box>
                {!isReadOnly && (
                  <Box w="36">
                    <TextField
                      label={t`Amount`}
                      aria-label={t`Amount for ${line.name}`}
                      inputMode="numeric"
                      autoComplete="off"
                      value={typed[line.id] ?? ''}
                      error={amounts[index] === null ? t`Whole shillings, such as 1,500` : undefined}
                      onChange={(event) => setTyped({ ...typed, [line.id]: event.currentTarget.value })}
                    />
                  </Box>
                )}
              </HStack>
            ))}
            {!isReadOnly && (
              <>
                <Box>
                  <SegmentedToggle
                    label={t`Method`}
                    options={branchMethods.map((value) => ({ value, label: methodLabels[value] }))}
                    value={method}
                    onChange={(next) => {
                      setMethod(next);
                      setReference('');
                      take.reset();
                    }}
                  />
                </Box>
                {method !== 'cash' && (
                  <TextField
                    label={method === 'mpesa' ? t`M-Pesa receipt code` : t`Number of the slip or cheque`}
                    required
                    autoComplete="off"
                    value={reference}
                    error={isAtReference ? take.error?.userMessage : undefined}
                    onChange={(event) => setReference(event.currentTarget.value)}
                  />
                )}
                {!isAtReference && <FormError>{take.error?.userMessage}</FormError>}
                <SubmitButton isBusy={take.isRunning} busyLabel={t`Recording...`} disabled={!isComplete}>
                  {t`Record ${formatShillings(total)}`}
                </SubmitButton>
              </>
            )}
          </Stack>
        </form>
      </Card.Body>
    </Card.Root>
  );
}
