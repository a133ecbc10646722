import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Alert, AppLink, Container, Heading, Skeleton, Stack, Text } from '@masomo/design-system';
import { useLocation, useParams } from '@masomo/navigation';
import { findOrderPath, orderTitle } from '../shared/storePaths.ts';
import { useDocumentTitle } from '../shared/useDocumentTitle.ts';
import { OrderLookupForm } from './OrderLookupForm.tsx';
import { OrderPayment } from './OrderPayment.tsx';
import { OrderView } from './OrderView.tsx';
import { RateOrder } from './RateOrder.tsx';
import { knownProof } from './buyerProof.ts';
import { useBuyerOrder } from './useBuyerOrder.ts';

/** Status of an order for anyone who knows its number and the buyer's email; with its key, its papers too. */
export function OrderPage() {
  const { number = '' } = useParams();
  useDocumentTitle(orderTitle(number));
  const { state, search, hash } = useLocation();
  const hasReturnedFromCard = new URLSearchParams(search).get('returned') === 'card';
  const [known] = useState(() => knownProof(number, { state, hash }));
  const [email, setEmail] = useState(known.email);
  const { order, terms, isLoading, error, reload } = useBuyerOrder(number, { email, orderKey: known.orderKey });
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
        {order && (
          <OrderView
            order={order}
            bank={terms?.bank}
            orderKey={known.orderKey}
            rating={
              order.status === 'completed' && <RateOrder order={order} proof={{ email, orderKey: known.orderKey }} onRated={reload} />
            }
          >
            <OrderPayment order={order} proof={{ email, orderKey: known.orderKey }} onPaid={reload} />
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
