import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useCommand } from '@masomo/data';
import { quickMethods, takeQuickPayment, type QuickMethod, type QuickReceipt } from '../../data/quickFees.ts';
import { AppLink, Box, Button, Card, Heading, HStack, SegmentedToggle, Stack, Text } from '@masomo/design-system';
import { FormError, SubmitButton, TextField } from '@masomo/design-system/forms';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import type { Draft } from '../shared/draftStore.ts';
import { focusField } from './focusField.ts';
import { formatShillings, methodLabels, parseShillings } from '../shared/money.ts';
import { quickFeesHome } from '../shared/quickFeesHome.ts';

const referenceLabels: Record<QuickMethod, { label: string; help: string }> = {
  mpesa: { label: t`M-Pesa receipt code`, help: t`The 10 letters and digits at the start of the message, such as SKL7X2M9QP` },
  cash: { label: t`Cash received`, help: t`Optional: shows the change to give` },
  bank: { label: t`Deposit slip number`, help: t`As shown on the slip or bank statement` },
};

type PayStepProps = { draft: Draft; onTaken: (receipt: QuickReceipt) => void; onRestart: () => void };

/** Step 3: how it is paid. The id of the draft makes repeated submissions one receipt. */
export function PayStep({ draft, onTaken, onRestart }: PayStepProps) {
  const [method, setMethod] = useState<QuickMethod>('mpesa');
  const [typed, setTyped] = useState('');
  const [isAsking, setIsAsking] = useState(false);
  const payments = draft.lines.map(({ studentId, amount }) => ({ studentId, amount: parseShillings(amount) ?? 0 }));
  const total = payments.reduce((sum, { amount }) => sum + amount, 0);
  const isComplete = payments.length > 0 && payments.every(({ amount }) => amount > 0);
  const received = method === 'cash' ? parseShillings(typed) : null;
  const take = useCommand(takeQuickPayment, {
    invalidates: ['quick-fees', 'fees', 'students', 'overview'],
    onSuccess: onTaken,
    onError: (failure) => {
      setIsAsking(failure.code === 'quick_fees.repeat');
      if (failure.field === 'reference' || failure.field === 'received') focusField('fee-reference');
    },
  });
  const send = (isRepeat: boolean) =>
    void take.run({
      receiptId: draft.id,
      payments,
      method,
      reference: method === 'cash' ? '' : typed,
      received,
      isRepeat,
    });
  const isAtField = take.error?.field === 'reference' || take.error?.field === 'received';
  const { label, help } = referenceLabels[method];
  return (
    <Card.Root as="section" aria-labelledby="step-pay" position={{ lg: 'sticky' }} top={{ lg: '4' }}>
      <Card.Header>
        <Heading as="h2" size="md" id="step-pay">
          <Trans>3. Pay</Trans>
        </Heading>
      </Card.Header>
      <Card.Body asChild>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (isComplete) send(false);
          }}
        >
          <Stack gap="4">
            <HStack justify="space-between" fontSize="2xl" fontWeight="700" aria-live="polite">
              <span>{t`Total`}</span>
              <span>{formatShillings(total)}</span>
            </HStack>
            <Box>
              <SegmentedToggle
                label={t`Method`}
                options={quickMethods.map((value) => ({ value, label: methodLabels[value] }))}
                value={method}
                onChange={(next) => {
                  setMethod(next);
                  setTyped('');
                  take.reset();
                }}
              />
            </Box>
            <TextField
              id="fee-reference"
              label={label}
              helpText={help}
              autoComplete="off"
              required={method !== 'cash'}
              inputMode={method === 'cash' ? 'numeric' : 'text'}
              value={typed}
              error={
                isAtField
                  ? take.error?.userMessage
                  : method === 'cash' && typed.trim() !== '' && received === null
                    ? t`Whole shillings, such as 1,500`
                    : undefined
              }
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            {received !== null && received >= total && (
              <Text fontWeight="600" role="status">{t`Change: ${formatShillings(received - total)}`}</Text>
            )}
            {!isAtField && !isAsking && <FormError>{take.error?.userMessage}</FormError>}
            {take.error?.code === 'quick_fees.changed' && (
              <AppLink to={`${quickFeesHome}/receipts/${draft.id}`} color="accent.fg">
                <Trans>See the receipt</Trans>
              </AppLink>
            )}
            <SubmitButton isBusy={take.isRunning} busyLabel={t`Recording...`} disabled={!isComplete}>
              {t`Record ${formatShillings(total)}`}
            </SubmitButton>
            {draft.lines.length > 0 && (
              <Button variant="ghost" size="sm" disabled={take.isRunning} onClick={onRestart}>
                <Trans>Start again</Trans>
              </Button>
            )}
          </Stack>
        </form>
      </Card.Body>
      <ConfirmDialog
        isOpen={isAsking}
        title={t`Record this payment again?`}
        body={take.error?.userMessage}
        confirmLabel={t`Record it: it was paid twice`}
        tone="danger"
        isBusy={take.isRunning}
        onConfirm={() => {
          setIsAsking(false);
          send(true);
        }}
        onClose={() => setIsAsking(false)}
      />
    </Card.Root>
  );
}
