import { Trans } from '@lingui/react/macro';
import { CircleCheck } from 'lucide-react';
import { Allowed } from '@masomo/auth';
import { Box, Button, ButtonLink, Flex, Stack, Text } from '@masomo/design-system';
import type { BankAccount } from '@masomo/data/store/checkout';
import { formatPrice } from '@masomo/domain/money';
import { BankInstructions } from '../shared/BankInstructions.tsx';
import { DocumentButton } from '../shared/DocumentButton.tsx';
import { orderPath } from '../shared/storePaths.ts';
import { StepHeading } from './StepHeading.tsx';
import type { SubmittedOrder } from './submitOrder.ts';

type Props = { order: SubmittedOrder; needsKey: boolean; bank: BankAccount | undefined; onDone: () => void };

/** Last step: the order is placed, and this is how to pay and track it. */
export function SuccessStep({ order, needsKey, bank, onDone }: Props) {
  return (
    <Stack gap="5">
      <Flex gap="3" align="center">
        <Box color="success.fg" aria-hidden>
          <CircleCheck size={32} />
        </Box>
        <StepHeading>
          <Trans>Order Successful!</Trans>
        </StepHeading>
      </Flex>
      <Text>
        <Trans>Thank you for your purchase. You will receive an email confirmation shortly.</Trans>
      </Text>
      {order.isEarlier && (
        <Text color="fg.muted">
          <Trans>This is the order you sent before the connection was lost; what you changed since is still in your cart.</Trans>
        </Text>
      )}
      <Flex justify="space-between" gap="3" borderWidth="1px" borderRadius="lg" p="4">
        <Box>
          <Text fontSize="sm" color="fg.muted">
            <Trans>Order number</Trans>
          </Text>
          <Text fontWeight="600">{order.orderNumber}</Text>
        </Box>
        <Box textAlign="end">
          <Text fontSize="sm" color="fg.muted">
            <Trans>Total</Trans>
          </Text>
          <Text fontWeight="600">{formatPrice(order.total, 'KES', 1)}</Text>
        </Box>
      </Flex>
      {needsKey && (
        <Text>
          <Trans>
            For your own server: download the key from the order and enter it there under School, Plan and licences. What you bought is on
            from then.
          </Trans>
        </Text>
      )}
      {order.paymentMethod === 'bank' && <BankInstructions bank={bank} reference={order.paymentReference} due={order.total} />}
      <Flex justify="space-between" align="center" gap="3" wrap="wrap">
        <Flex gap="3" wrap="wrap">
          <DocumentButton orderNumber={order.orderNumber} orderKey={order.orderKey} isPaid={order.paymentMethod !== 'bank'} />
          <ButtonLink variant="outline" to={orderPath(order.orderNumber)} state={{ email: order.email, orderKey: order.orderKey }}>
            <Trans>View order</Trans>
          </ButtonLink>
          <Allowed to="school:run">
            <ButtonLink variant="outline" to="/dashboard">
              <Trans>Go to the dashboard</Trans>
            </ButtonLink>
          </Allowed>
        </Flex>
        <Button size="lg" onClick={onDone}>
          <Trans>Continue Shopping</Trans>
        </Button>
      </Flex>
    </Stack>
  );
}
