import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { outcomeTitle } from '@masomo/data';
import { Button, Flex, Stack, Text } from '@masomo/design-system';
import { FormError } from '@masomo/design-system/forms';
import { StepHeading } from './StepHeading.tsx';
import type { Checkout } from './useCheckout.ts';

/** A checkout attempt got no response because the page closed or the connection broke; it is retried under the same idempotency key. */
export function ResumeOrderStep({ checkout, onClose }: { checkout: Checkout; onClose: () => void }) {
  return (
    <Stack gap="5">
      <StepHeading>
        <Trans>Your last order is not confirmed yet</Trans>
      </StepHeading>
      <Text>
        <Trans>
          It was sent just before the connection was lost. Finish it now: if it arrived, you will see that order; if not, we place it with
          the same add-ons and details. It is never placed twice.
        </Trans>
      </Text>
      <FormError title={outcomeTitle(checkout.error, t`The order could not be finished`)}>{checkout.error?.userMessage}</FormError>
      <Flex justify="space-between" align="center" gap="3">
        <Button variant="outline" disabled={checkout.isPaying} onClick={onClose}>
          <Trans>Later</Trans>
        </Button>
        <Button size="lg" disabled={checkout.isPaying} aria-busy={checkout.isPaying} onClick={checkout.resume}>
          {checkout.isPaying ? t`Processing...` : t`Finish my order`}
        </Button>
      </Flex>
    </Stack>
  );
}
