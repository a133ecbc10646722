import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { failureMessage, useCommand } from '@masomo/data';
import { billMovedFee, type MovedFee } from '@masomo/data/money/fees';
import { AppLink, Button, HStack, Stack, Text, toaster } from '@masomo/design-system';
import { feePayersLabel } from './boardersLabels.ts';
import { formatShillings } from '../../shared/paymentLabels.ts';

/** Students who moved after they were billed: what was billed stands, and a difference is billed or credited one by one. */
export function MovedFees({ fees }: { fees: readonly MovedFee[] }) {
  const bill = useCommand(billMovedFee, {
    invalidates: ['fees', 'overview', 'students'],
    onSuccess: (amount) => toaster.success({ title: t`Billed: ${formatShillings(amount)}` }),
    onError: (error) => toaster.error(failureMessage(error, t`Could not bill the difference`)),
  });
  return (
    <Stack as="section" aria-label={t`Moved after they were billed`} gap="2">
      <Text fontWeight="600">
        <Trans>Moved after they were billed</Trans>
      </Text>
      <Text fontSize="sm" color="fg.muted">
        <Trans>What they were billed before stands. Decide about the fees that are theirs now.</Trans>
      </Text>
      {fees.map((fee) => (
        <HStack key={`${fee.student_id} ${fee.fee_id}`} justify="space-between" align="start" gap="3" wrap="wrap">
          <Text flex="1 1 14rem">
            {fee.charged > 0 && fee.boarding
              ? t`${fee.student}: ${fee.name} is ${formatShillings(fee.amount)} for ${feePayersLabel(fee.class_name ?? '', fee.boarding)}; billed ${formatShillings(fee.charged)}.`
              : fee.charged > 0
                ? t`${fee.student}: ${fee.name} is ${formatShillings(fee.amount)} in ${fee.class_name ?? ''}; billed ${formatShillings(fee.charged)}.`
                : t`${fee.student}: ${fee.name} is ${formatShillings(fee.amount)} in ${fee.class_name ?? ''}; billed for ${fee.charged_class_name ?? ''}, but not for this.`}
          </Text>
          {fee.amount > fee.charged ? (
            <Button
              size="xs"
              variant="outline"
              loading={bill.isRunning}
              aria-label={t`Bill ${fee.student} ${formatShillings(fee.amount - fee.charged)} for ${fee.name}`}
              onClick={() => void bill.run({ studentId: fee.student_id, feeId: fee.fee_id })}
            >
              {t`Bill ${formatShillings(fee.amount - fee.charged)}`}
            </Button>
          ) : (
            fee.amount < fee.charged && (
              <AppLink to={`/dashboard/finances/${fee.student_id}`} color="accent.fg" fontSize="sm">
                <Trans>Credit {formatShillings(fee.charged - fee.amount)}</Trans>
              </AppLink>
            )
          )}
        </HStack>
      ))}
    </Stack>
  );
}
