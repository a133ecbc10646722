import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { outcomeTitle } from '@masomo/data';
import { Box, Button, Flex, Heading, Spinner, Stack, Text } from '@masomo/design-system';
import { FormError } from '@masomo/design-system/forms';
import type { PaymentAttempt } from '@masomo/data/store/payments';
import { Countdown } from './Countdown.tsx';
import type { Payment } from './usePayment.ts';

type Props = { payment: Payment; now: string; attempt: PaymentAttempt };

/** A payment attempt the provider has not confirmed yet: an M-Pesa prompt on the phone, or an unfinished card page. */
export function OpenAttempt({ payment, now, attempt }: Props) {
  const { redirectUrl, phone, expiresAt } = attempt;
  const isCard = attempt.method === 'card';
  return (
    <Stack gap="4" borderWidth="1px" borderRadius="lg" p="5">
      <Flex gap="3" align="center" role="status">
        <Spinner size="sm" aria-hidden />
        <Heading as="h3" size="md">
          {isCard ? t`Your card payment is not finished` : t`Check your phone`}
        </Heading>
      </Flex>
      <FormError title={outcomeTitle(payment.refusal, t`That did not work`)}>{payment.refusal?.userMessage}</FormError>
      {isCard ? (
        <Text color="fg.muted">
          <Trans>Finish it on the card provider’s page. If you have already paid there, it appears here in a moment.</Trans>
        </Text>
      ) : (
        <Text color="fg.muted">
          {phone
            ? t`We sent a payment request to ${phone}. Enter your M-Pesa PIN there to pay. You may close this page: we will still match it.`
            : t`We sent a payment request to your phone. Enter your M-Pesa PIN there to pay. You may close this page: we will still match it.`}
        </Text>
      )}
      {!isCard && expiresAt && (
        <Countdown key={now} now={now} until={expiresAt}>
          <Box>
            <Text fontWeight="600">
              <Trans>Still waiting for M-Pesa</Trans>
            </Text>
            <Text color="fg.muted">
              <Trans>There is no answer yet. Do not pay again: if you have paid, it appears here.</Trans>
            </Text>
          </Box>
        </Countdown>
      )}
      <Flex gap="3" wrap="wrap" justify="space-between">
        <Button variant="ghost" disabled={payment.isBusy} onClick={payment.cancel}>
          <Trans>Cancel this payment</Trans>
        </Button>
        <Flex gap="3" wrap="wrap" ms="auto">
          <Button variant="outline" disabled={payment.isBusy} onClick={payment.check}>
            <Trans>I have paid</Trans>
          </Button>
          {isCard && redirectUrl && (
            <Button onClick={() => window.location.assign(redirectUrl)}>
              <Trans>Continue on the card page</Trans>
            </Button>
          )}
        </Flex>
      </Flex>
    </Stack>
  );
}
