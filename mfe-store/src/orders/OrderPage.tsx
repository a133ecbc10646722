import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Alert, AppLink, Container, Heading, Skeleton, Stack, Text } from '@masomo/design-system';
import { useLocation, useParams } from '@masomo/navigation';
import { openOrderStore } from '../shared/openOrderStore.ts';
import { findOrderPath, orderTitle } from '../shared/storePaths.ts';
import { useDocumentTitle } from '../shared/useDocumentTitle.ts';
import { OrderLookupForm } from './OrderLookupForm.tsx';
import { OrderPayment } from './OrderPayment.tsx';
import { OrderView } from './OrderView.tsx';
import { useBuyerOrder } from './useBuyerOrder.ts';

/** The email that the checkout passes in the navigation state, so that the buyer is not asked for it again. */
function emailFromState(state: unknown): string | undefined {
  return state !== null && typeof state === 'object' && 'email' in state && typeof state.email === 'string' ? state.email : undefined;
}

/** The email stored for a buyer who returns from the card page or reloads. */
function emailFromOpenOrder(number: string): string | undefined {
  const order = openOrderStore.get();
  return order?.orderNumber === number.toUpperCase() ? order.email : undefined;
}

/** Status of an order for anyone who knows its number and the buyer's email. */
export function OrderPage() {
  const { number = '' } = useParams();
  useDocumentTitle(orderTitle(number));
  const { state, search } = useLocation();
  const hasReturnedFromCard = new URLSearchParams(search).get('returned') === 'card';
  const [email, setEmail] = useState(() => emailFromState(state) ?? emailFromOpenOrder(number));
  const { order, terms, isLoading, error, reload } = useBuyerOrder(number, email);
  return (
    <Container maxW="3xl" py={{ base: '10', md: '16' }}>
      <Stack gap="6">
        <Heading as="h1" size="3xl">
          {orderTitle(number)}
        </Heading>
        {order?.paidAt && hasReturnedFromCard && (
          <Alert.Root status="success" role="status">
            <Alert.Indicator />
            <Alert.Content>
              <Alert.Title>
                <Trans>Order Successful!</Trans>
              </Alert.Title>
              <Alert.Description>
                <Trans>Thank you for your purchase. You will receive an email confirmation shortly.</Trans>
              </Alert.Description>
            </Alert.Content>
          </Alert.Root>
        )}
        {order && email && (
          <OrderView order={order} bank={terms?.bank}>
            <OrderPayment order={order} email={email} onPaid={reload} />
          </OrderView>
        )}
        {!order && isLoading && (
          <Stack gap="4" aria-busy aria-label={t`Loading order`}>
            <Skeleton height="20" />
            <Skeleton height="40" />
          </Stack>
        )}
        {!order && !isLoading && (
          <>
            <Text color="fg.muted">
              <Trans>Enter the email address you ordered with to see the order.</Trans>
            </Text>
            <OrderLookupForm
              number={number}
              email={email}
              error={error}
              onLookup={(entered) => (entered.email === email ? void reload() : setEmail(entered.email))}
            />
            <Text fontSize="sm" color="fg.muted">
              <Trans>
                Another order? <AppLink to={findOrderPath}>Find it by its number</AppLink>
              </Trans>
            </Text>
          </>
        )}
      </Stack>
    </Container>
  );
}
