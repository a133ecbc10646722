import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { Child } from '@masomo/data/platform/familyHome';
import { formatDayAndMonth } from '@masomo/domain/time';
import { Box, Button, HStack, Text } from '@masomo/design-system';
import { formatShillings } from '../../../shared/paymentLabels.ts';

type ChildFeesProps = { child: Child; instructions: string | null };

/** What is owed for a child and when, with the way to pay it under one button. */
export function ChildFees({ child: { fees, name, admission_number: number }, instructions }: ChildFeesProps) {
  const [isPaying, setIsPaying] = useState(false);
  const balance = fees?.balance ?? 0;
  if (balance <= 0)
    return (
      <Text textStyle="sm">
        {balance === 0 ? <Trans>Everything is paid.</Trans> : <Trans>{formatShillings(-balance)} in credit</Trans>}
      </Text>
    );
  return (
    <>
      <HStack justify="space-between" gap="3">
        <Box minW="0">
          <Text textStyle="sm" fontWeight="600" fontVariantNumeric="tabular-nums">
            <Trans>{formatShillings(balance)} to pay</Trans>
          </Text>
          {fees && fees.overdue > 0 && (
            <Text textStyle="xs" color="danger.fg">
              <Trans>{formatShillings(fees.overdue)} past the due date</Trans>
            </Text>
          )}
          {fees?.due_on && (
            <Text textStyle="xs" color="fg.muted">
              <Trans>The next part is due on {formatDayAndMonth(fees.due_on)}</Trans>
            </Text>
          )}
        </Box>
        <Button size="xs" flexShrink="0" aria-expanded={isPaying} aria-label={t`Pay for ${name}`} onClick={() => setIsPaying(!isPaying)}>
          <Trans>Pay</Trans>
        </Button>
      </HStack>
      {isPaying && (
        <Box bg="bg.muted" borderRadius="l2" px="3" py="2" mt="2" textStyle="sm">
          <Text whiteSpace="pre-wrap">{instructions ?? t`The school has not written here how to pay. Ask its office.`}</Text>
          <Text mt="1">
            <Trans>
              Admission number: <strong>{number}</strong>
            </Trans>
          </Text>
        </Box>
      )}
    </>
  );
}
