import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { outcomeTitle } from '@masomo/data';
import { Box, Button, Flex, Stack, Text } from '@masomo/design-system';
import { FormError, TextField } from '@masomo/design-system/forms';
import type { DataError } from '@masomo/data';
import type { StoreItem } from '@masomo/data/store/catalogue';
import type { CurrencyChoice } from '@masomo/data/store/exchangeRate';
import type { PricedCart } from '@masomo/domain/cart';
import { paymentMethodLabels } from '@masomo/domain/orders';
import { mpesaNumber } from '@masomo/domain/payments';
import { fullName } from '@masomo/domain/personName';
import { phoneError } from '../shared/payment/PayForm.tsx';
import { CartNotices } from '../shared/CartNotices.tsx';
import { PriceSummary } from '../shared/PriceSummary.tsx';
import type { CheckoutDetails } from './checkoutDetails.ts';
import { OrderLines } from './OrderLines.tsx';
import { paymentMethodDescriptions } from './paymentMethodDescriptions.ts';
import { StepHeading } from './StepHeading.tsx';
import type { Checkout } from './useCheckout.ts';
import { translate } from '@masomo/i18n';

type Props = { checkout: Checkout; details: CheckoutDetails; priced: PricedCart<StoreItem>; choice: CurrencyChoice; onAccept: () => void };

/** Second step: order review and the button that places the order. */
export function PaymentStep({ checkout, details, priced, choice, onAccept }: Props) {
  const { lines, total, changed, dropped } = priced;
  const arePricesAccepted = changed.length === 0 && dropped.length === 0 && lines.length > 0;
  const [mpesaPhone, setMpesaPhone] = useState(details.phone);
  const [hasTried, setHasTried] = useState(false);
  const isMpesa = details.paymentMethod === 'mpesa';
  const isNumberMissing = isMpesa && !mpesaNumber(mpesaPhone);
  const pay = () => {
    setHasTried(true);
    if (!isNumberMissing) checkout.pay(mpesaPhone);
  };
  return (
    <Stack gap="5">
      <StepHeading>
        <Trans>Check and pay</Trans>
      </StepHeading>
      <CartNotices priced={priced} arrival={undefined} format={choice.format} onAccept={onAccept} />
      <Box borderWidth="1px" borderRadius="lg" p="4">
        <OrderLines lines={lines} format={choice.format} />
        <Box borderTopWidth="1px" mt="3" pt="3">
          <PriceSummary lines={lines} total={total} currency={choice.currency} format={choice.format} />
        </Box>
      </Box>
      <Box>
        <Text fontWeight="600">{translate(paymentMethodLabels[details.paymentMethod])}</Text>
        <Text color="fg.muted">{paymentMethodDescriptions[details.paymentMethod].next}</Text>
      </Box>
      {isMpesa && (
        <TextField
          label={t`M-Pesa number`}
          type="tel"
          required
          autoComplete="tel"
          value={mpesaPhone}
          onChange={(event) => setMpesaPhone(event.target.value)}
          error={hasTried && isNumberMissing ? t(phoneError) : undefined}
        />
      )}
      <Box>
        <Text fontWeight="600">
          <Trans>Billed to</Trans>
        </Text>
        <Text color="fg.muted">
          {fullName(details.firstName, details.lastName)}, {details.institution}
        </Text>
        <Text color="fg.muted">
          {details.email}, {details.phone}
        </Text>
      </Box>
      {arePricesAccepted && checkout.error && <PaymentError error={checkout.error} />}
      <Flex justify="space-between" align="center" gap="3">
        <Button variant="outline" disabled={checkout.isPaying} onClick={checkout.back}>
          <Trans>Back</Trans>
        </Button>
        <Button size="lg" disabled={!arePricesAccepted || checkout.isPaying} aria-busy={checkout.isPaying} onClick={pay}>
          {checkout.isPaying ? t`Processing...` : t`Pay Now`}
        </Button>
      </Flex>
    </Stack>
  );
}

/** A lost response is not a refusal: the order may exist, and a retry finds it. */
function PaymentError({ error }: { error: DataError }) {
  if (error.kind === 'unavailable') {
    return (
      <FormError title={t`We got no answer`}>
        <Trans>{error.userMessage} Your order is never placed twice.</Trans>
      </FormError>
    );
  }
  return <FormError title={outcomeTitle(error, t`Your order was not placed`)}>{error.userMessage}</FormError>;
}
