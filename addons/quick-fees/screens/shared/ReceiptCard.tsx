import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { QuickReceipt } from '../../data/quickFees.ts';
import { formatDateTime } from '@masomo/domain/time';
import { Badge, Box, Button, Card, Heading, HStack, Stack, Text } from '@masomo/design-system';
import { PaperButton } from '@masomo/remote/PaperButton';
import { Slot } from '@masomo/remote/Slot';
import { receiptLines } from './receiptLines.ts';
import { formatBalance, formatShillings, methodLabel } from './money.ts';

/** A receipt with what it pays, and its prints. `onNext` is offered after it was just taken. */
export function ReceiptCard({ receipt, onNext }: { receipt: QuickReceipt; onNext?: () => void }) {
  const first = receipt.students[0];
  return (
    <Card.Root as="section" aria-label={t`Receipt ${receipt.receipt_number}`} maxW="2xl">
      <Card.Header>
        <Heading as="h2" size="lg">
          {t`Receipt ${receipt.receipt_number}`}
        </Heading>
        <Text color="fg.muted">
          {[methodLabel(receipt.method), receipt.reference, formatDateTime(receipt.recorded_at), receipt.cashier]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </Card.Header>
      <Card.Body>
        <Stack gap="5">
          {receipt.students.map((student) => (
            <Box key={student.payment_id} as="section" aria-label={student.name}>
              <HStack justify="space-between" fontWeight="600">
                <span>
                  {student.name} {student.is_reversed && <Badge>{t`Reversed`}</Badge>}
                </span>
                <span>{formatShillings(student.amount)}</span>
              </HStack>
              {student.lines.map((line, index) => (
                <HStack key={index} justify="space-between" fontSize="sm" color="fg.muted">
                  <span>{line.name ?? t`In credit`}</span>
                  <span>{formatShillings(line.amount)}</span>
                </HStack>
              ))}
              <Text fontSize="sm" color="fg.muted">{t`Balance now: ${formatBalance(student.balance)}`}</Text>
            </Box>
          ))}
          <HStack justify="space-between" fontSize="xl" fontWeight="700">
            <span>{t`Total`}</span>
            <span>{formatShillings(receipt.amount)}</span>
          </HStack>
          {receipt.received !== null && (
            <Text fontSize="xl" fontWeight="700">{t`Change: ${formatShillings(receipt.received - receipt.amount)}`}</Text>
          )}
          <HStack gap="3" wrap="wrap">
            {onNext && (
              <Button autoFocus onClick={onNext}>
                <Trans>Next</Trans>
              </Button>
            )}
            <PaperButton
              size="md"
              fileName={t`Receipt ${receipt.receipt_number}`}
              failure={t`The receipt was not created`}
              paper={{ paper: 'family-receipt', receipt: receipt.id, kind: 'quick-receipt' }}
              linesWithoutServer={() => receiptLines(receipt)}
            >
              {t`Receipt as PDF`}
            </PaperButton>
            {first && <Slot name="receipt/actions" context={{ paymentId: first.payment_id }} />}
          </HStack>
        </Stack>
      </Card.Body>
    </Card.Root>
  );
}
