import { Trans } from '@lingui/react/macro';
import { Alert, Button, Flex, Text } from '@masomo/design-system';
import type { Cart } from '@masomo/domain/cart';
import { combineCarts } from '@masomo/domain/savedCart';
import { useCartSync } from './useCartSync.ts';

const describeCart = (cart: Cart) => cart.map(({ name, quantity }) => (quantity > 1 ? `${name} × ${quantity}` : name)).join(', ');

/** Syncs the cart of a signed-in user with their account; renders only when the two carts conflict. */
export function CartSync({ userId }: { userId: string }) {
  const { conflict, resolve } = useCartSync(userId);
  if (!conflict) return null;
  const { localCart, accountCart } = conflict;
  return (
    <Alert.Root status="warning" role="status">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>
          <Trans>You have two carts</Trans>
        </Alert.Title>
        <Alert.Description>
          <Text>
            <Trans>On this device: {describeCart(localCart)}.</Trans>
          </Text>
          <Text>
            <Trans>In your account: {describeCart(accountCart)}.</Trans>
          </Text>
          <Text>
            <Trans>Which one do you want to keep?</Trans>
          </Text>
        </Alert.Description>
        <Flex gap="3" wrap="wrap" mt="3">
          <Button size="sm" onClick={() => resolve(combineCarts(localCart, accountCart))}>
            <Trans>Combine both</Trans>
          </Button>
          <Button size="sm" variant="outline" onClick={() => resolve(localCart)}>
            <Trans>Use this device’s cart</Trans>
          </Button>
          <Button size="sm" variant="outline" onClick={() => resolve(accountCart)}>
            <Trans>Use my account’s cart</Trans>
          </Button>
        </Flex>
      </Alert.Content>
    </Alert.Root>
  );
}
