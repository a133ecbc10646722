import { Trans } from '@lingui/react/macro';
import { ButtonLink, Flex, Stack, Text } from '@masomo/design-system';
import { formatPrice } from '@masomo/domain/money';
import { PaymentPanel } from '../shared/payment/PaymentPanel.tsx';
import type { Payment } from '../shared/payment/usePayment.ts';
import { orderPath } from '../shared/storePaths.ts';
import { StepHeading } from './StepHeading.tsx';
import type { SubmittedOrder } from './submitOrder.ts';

type Props = { order: SubmittedOrder; payment: Payment; onDone: () => void };

/** The order is placed and being paid; the step ends when the server confirms the payment. */
export function PayingStep({ order: { orderNumber, total, email, phone }, payment, onDone }: Props) {
  return (
    <Stack gap="5">
      <StepHeading>
        <Trans>Pay for your order</Trans>
      </StepHeading>
      <Text>
        <Trans>
          Order {orderNumber}, {formatPrice(total, 'KES', 1)}. Saved; you may close this page.
        </Trans>
      </Text>
      <PaymentPanel payment={payment} proof={{ orderNumber, email }} phone={phone} />
      <Flex>
        <ButtonLink variant="outline" size="sm" to={orderPath(orderNumber)} state={{ email }} onClick={onDone}>
          <Trans>View order</Trans>
        </ButtonLink>
      </Flex>
    </Stack>
  );
}
