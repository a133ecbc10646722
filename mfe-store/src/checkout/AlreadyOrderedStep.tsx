import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, ButtonLink, EmptyState, Flex } from '@masomo/design-system';
import { useOpenOrder } from '../shared/openOrderStore.ts';
import { orderPath } from '../shared/storePaths.ts';

/** Shown when the cart is empty because another tab ordered or emptied it. */
export function AlreadyOrderedStep({ onDone }: { onDone: () => void }) {
  const order = useOpenOrder();
  const action = (
    <Flex gap="3" wrap="wrap" justify="center">
      {order && (
        <ButtonLink to={orderPath(order.orderNumber)} state={{ email: order.email, orderKey: order.orderKey }} onClick={onDone}>
          <Trans>See order {order.orderNumber}</Trans>
        </ButtonLink>
      )}
      <Button variant="outline" onClick={onDone}>
        <Trans>Continue Shopping</Trans>
      </Button>
    </Flex>
  );
  return (
    <EmptyState title={order ? t`Already ordered` : t`Your cart is empty`} action={action}>
      {order
        ? t`This cart was ordered in another tab and is not ordered again. Continue paying there or here.`
        : t`It was ordered or emptied in another tab. Nothing was ordered here.`}
    </EmptyState>
  );
}
