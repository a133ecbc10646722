import { Alert, Button, Flex, Text } from '@masomo/design-system';
import type { Cart } from '@masomo/domain/cart';
import { joinCarts } from '@masomo/domain/savedCart';
import { useCartSync } from './useCartSync.ts';

const listed = (cart: Cart) => cart.map(({ name, quantity }) => (quantity > 1 ? `${name} × ${quantity}` : name)).join(', ');

/** The cart of somebody who is signed in, kept with their account. Shows something only when two carts disagree. */
export function CartSync({ userId }: { userId: string }) {
  const { conflict: question, resolve: answer } = useCartSync(userId);
  if (!question) return null;
  const { here, kept } = question;
  return (
    <Alert.Root status="warning" role="status">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>You have two carts</Alert.Title>
        <Alert.Description>
          <Text>On this device: {listed(here)}.</Text>
          <Text>Kept with your account: {listed(kept)}.</Text>
          <Text>Which one do you want to go on with?</Text>
        </Alert.Description>
        <Flex gap="3" wrap="wrap" mt="3">
          <Button size="sm" onClick={() => answer(joinCarts(here, kept))}>
            Put both together
          </Button>
          <Button size="sm" variant="outline" onClick={() => answer(here)}>
            This device&apos;s
          </Button>
          <Button size="sm" variant="outline" onClick={() => answer(kept)}>
            My account&apos;s
          </Button>
        </Flex>
      </Alert.Content>
    </Alert.Root>
  );
}
