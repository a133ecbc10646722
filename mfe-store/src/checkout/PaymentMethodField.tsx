import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, Stack, Text } from '@masomo/design-system';
import { Fieldset } from '@masomo/design-system/forms';
import type { UseFormReturn } from '@masomo/design-system/forms';
import { paymentMethodLabels, type PaymentMethod } from '@masomo/domain/orders';
import { formatPrice } from '@masomo/domain/money';
import { mpesaMaxShillings, acceptsTotal } from '@masomo/domain/payments';
import type { CheckoutDetails } from './checkoutDetails.ts';
import { paymentMethodDescriptions } from './paymentMethodDescriptions.ts';
import { translate } from '@masomo/i18n';

type Props = { methods: readonly PaymentMethod[]; /** Whole shillings to pay. */ amount: number; form: UseFormReturn<CheckoutDetails> };

const overLimit = t`Takes at most ${formatPrice(mpesaMaxShillings, 'KES', 1)} at a time. Choose another method for this order.`;

/** Radio group of the payment methods this installation offers. */
export function PaymentMethodField({ methods, amount, form }: Props) {
  const error = form.formState.errors.paymentMethod?.message;
  return (
    <Fieldset.Root invalid={Boolean(error)}>
      <Fieldset.Legend fontWeight="600">
        <Trans>Payment method</Trans>
      </Fieldset.Legend>
      <Stack gap="3" mt="1">
        {methods.map((method) => (
          <Box
            key={method}
            as="label"
            display="flex"
            gap="3"
            alignItems="start"
            p="4"
            borderWidth="1px"
            borderRadius="lg"
            cursor="pointer"
            css={{
              '&:has(:checked)': { borderColor: 'accent.solid', bg: 'accent.subtle' },
              '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'accent.focusRing' },
            }}
          >
            <Box asChild mt="1" accentColor="accent.solid">
              <input type="radio" value={method} disabled={!acceptsTotal(method, amount)} {...form.register('paymentMethod')} />
            </Box>
            <Box>
              <Text fontWeight="600">{translate(paymentMethodLabels[method])}</Text>
              <Text fontSize="sm" color="fg.muted">
                {acceptsTotal(method, amount) ? paymentMethodDescriptions[method].choice : overLimit}
              </Text>
            </Box>
          </Box>
        ))}
      </Stack>
      {error && <Fieldset.ErrorText role="alert">{error}</Fieldset.ErrorText>}
    </Fieldset.Root>
  );
}
