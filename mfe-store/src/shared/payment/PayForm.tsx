import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { outcomeTitle, type DataError } from '@masomo/data';
import { Button, Flex, Stack, Text } from '@masomo/design-system';
import { FormError, SelectField, TextField } from '@masomo/design-system/forms';
import type { PaymentState } from '@masomo/data/store/payments';
import { formatMoney, formatPrice, shillings } from '@masomo/domain/money';
import { paymentMethodLabels } from '@masomo/domain/orders';
import { mpesaNumber, acceptsTotal } from '@masomo/domain/payments';
import type { PaymentChoice } from './usePayment.ts';
import { translate } from '@masomo/i18n';

type Props = {
  state: PaymentState;
  /** Prefills the M-Pesa number; empty when unknown. */
  phone: string;
  isBusy: boolean;
  refusal: DataError | undefined;
  onPay: (choice: PaymentChoice) => void;
};

const isOnline = (method: PaymentState['method']): method is PaymentChoice['method'] => method !== 'bank';
export const phoneError = msg`Enter a Kenyan mobile number like 0712 345 678`;

/** Chooses the payment method of a placed order and starts the payment. */
export function PayForm({ state, phone, isBusy, refusal, onPay }: Props) {
  const methods = state.methods.filter(isOnline).filter((method) => acceptsTotal(method, state.due));
  const [selected, setSelected] = useState<string>(state.attempt?.method ?? state.method);
  const [number, setNumber] = useState(phone);
  const [hasTried, setHasTried] = useState(false);
  const method = methods.find((candidate) => candidate === selected) ?? methods[0];
  if (!method)
    return (
      <FormError title={t`This order cannot be paid online`}>
        <Trans>Pay it by bank transfer with the reference {state.paymentReference}, or write to us.</Trans>
      </FormError>
    );
  const isNumberMissing = method === 'mpesa' && !mpesaNumber(number);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setHasTried(true);
        if (!isNumberMissing) onPay(method === 'mpesa' ? { method, phone: number } : { method });
      }}
    >
      <Stack gap="4">
        <FormError title={outcomeTitle(refusal, t`The payment could not be started`)}>{refusal?.userMessage}</FormError>
        {state.received > 0 && (
          <Text>
            <Trans>
              {formatMoney(shillings(state.received))} of {formatPrice(state.total, 'KES', 1)} has arrived. This pays the rest.
            </Trans>
          </Text>
        )}
        {methods.length > 1 && (
          <SelectField
            label={t`Pay by`}
            value={method}
            onChange={(event) => setSelected(event.target.value)}
            options={methods.map((value) => ({ value, label: translate(paymentMethodLabels[value]) }))}
          />
        )}
        {method === 'mpesa' && (
          <TextField
            label={t`M-Pesa number`}
            type="tel"
            required
            autoComplete="tel"
            value={number}
            onChange={(event) => setNumber(event.target.value)}
            helpText={t`The payment request goes to this phone.`}
            error={hasTried && isNumberMissing ? t(phoneError) : undefined}
          />
        )}
        {method === 'card' && (
          <Text color="fg.muted">
            <Trans>You continue on our card provider’s secure page and come back here when you have paid.</Trans>
          </Text>
        )}
        <Flex justify="flex-end">
          <Button type="submit" size="lg" disabled={isBusy} aria-busy={isBusy}>
            {isBusy ? t`Processing...` : t`Pay ${formatPrice(state.due, 'KES', 1)}`}
          </Button>
        </Flex>
      </Stack>
    </form>
  );
}
