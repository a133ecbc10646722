import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, ErrorState, Skeleton, Stack } from '@masomo/design-system';
import { CloseButton, Dialog, Portal } from '@masomo/design-system/overlays';
import type { StoreItem } from '@masomo/data/store/catalogue';
import type { CurrencyChoice } from '@masomo/data/store/exchangeRate';
import type { PricedCart } from '@masomo/domain/cart';
import { CheckoutSteps } from './CheckoutSteps.tsx';
import { StepList } from './StepList.tsx';
import { useCheckout } from './useCheckout.ts';
import { useCheckoutTerms } from './useCheckoutTerms.ts';

export type CheckoutDialogProps = {
  priced: PricedCart<StoreItem>;
  choice: CurrencyChoice;
  /** The buyer accepts today's prices. */
  onAccept: () => void;
  onReload: () => unknown;
  onClose: () => void;
  /** The order is placed: cart and checkout close. */
  onDone: () => void;
};

/** Details, payment, success. Closing abandons the checkout and keeps the cart; it cannot be closed while an order is in flight. */
export function CheckoutDialog({ priced, choice, onAccept, onReload, onClose, onDone }: CheckoutDialogProps) {
  const checkout = useCheckout(priced, onReload);
  const { terms, error, reload } = useCheckoutTerms();
  const close = checkout.step === 'success' || checkout.step === 'paying' ? onDone : onClose;
  return (
    <Dialog.Root
      open
      onOpenChange={({ open }) => !open && !checkout.isPaying && close()}
      size={{ base: 'full', md: 'lg' }}
      scrollBehavior="inside"
      closeOnInteractOutside={false}
      confirmsUnsavedChanges={false}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content
            minH={{ base: '100dvh', md: 'auto' }}
            maxH={{ base: 'none', md: 'calc(100dvh - 8rem)' }}
            my={{ base: '0', md: '16' }}
            borderRadius={{ base: '0', md: 'xl' }}
          >
            <Dialog.Header flexDirection="column" alignItems="stretch" gap="4" pe="6">
              <Dialog.Title>
                <Trans>Checkout</Trans>
              </Dialog.Title>
              {checkout.step !== 'resume' && <StepList current={checkout.step} />}
            </Dialog.Header>
            <Dialog.Body pb="6">
              {!terms && !error && (
                <Stack gap="4" aria-busy aria-label={t`Loading checkout`}>
                  {[0, 1, 2, 3].map((row) => (
                    <Skeleton key={row} height="16" />
                  ))}
                </Stack>
              )}
              {!terms && error && <ErrorState title={t`The checkout could not be opened`} error={error} onRetry={reload} />}
              {terms && (
                <Box>
                  <CheckoutSteps
                    checkout={checkout}
                    terms={terms}
                    priced={priced}
                    choice={choice}
                    onAccept={onAccept}
                    onClose={onClose}
                    onDone={onDone}
                  />
                </Box>
              )}
            </Dialog.Body>
            <Dialog.CloseTrigger asChild>
              <CloseButton size="sm" aria-label={t`Close`} disabled={checkout.isPaying} />
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
