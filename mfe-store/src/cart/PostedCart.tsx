import { Trans } from '@lingui/react/macro';
import { useEffect, type ReactNode } from 'react';
import { Alert, AppLink, Box } from '@masomo/design-system';
import { inLanguage } from '@masomo/contracts/languages';
import { combineCarts } from '@masomo/domain/savedCart';
import { cartReceipts, postedCart, readPosted } from '@masomo/domain/postedCart';
import { currentLanguage } from '@masomo/i18n';
import { cartStore } from '../shared/cartStore.ts';
import { useHydrated } from '../shared/useHydrated.ts';

const receiptStyle = { display: 'none', scrollMarginTop: '24', '&:target': { display: 'block' } };

/** Takes over what was added without scripts. */
function adoptPosted(): void {
  const posted = readPosted(document.cookie);
  if (posted.length === 0) return;
  cartStore.update((cart) => combineCarts(cart, posted));
  document.cookie = `${postedCart.cookie}=; Path=/; Max-Age=0`;
}

/** The form that the buttons of the catalogue post without scripts, and what a visitor reads then. */
export function PostedCart() {
  const hasScripts = useHydrated();
  useEffect(adoptPosted, []);
  return (
    <>
      <form id={postedCart.formId} action={inLanguage(postedCart.path, currentLanguage())} method="post" hidden />
      {!hasScripts && (
        <>
          <Receipt id={cartReceipts.added} status="success" title={<Trans>It is in your cart.</Trans>}>
            <Trans>
              This browser keeps it for 30 days. To see the cart and order, allow JavaScript for this page, or{' '}
              <AppLink to="/contact" textDecoration="underline">
                write to us
              </AppLink>{' '}
              what you need.
            </Trans>
          </Receipt>
          <Receipt id={cartReceipts.full} status="warning" title={<Trans>Your cart is full, so nothing was added.</Trans>}>
            <Trans>
              What was in it before is still there. To order it and go on, allow JavaScript for this page, or{' '}
              <AppLink to="/contact" textDecoration="underline">
                write to us
              </AppLink>{' '}
              what you need.
            </Trans>
          </Receipt>
        </>
      )}
    </>
  );
}

type ReceiptProps = { id: string; status: 'success' | 'warning'; title: ReactNode; children: ReactNode };

/** Shown where the address names it. */
function Receipt({ id, status, title, children }: ReceiptProps) {
  return (
    <Box id={id} css={receiptStyle}>
      <Alert.Root status={status} role="status">
        <Alert.Indicator />
        <Alert.Content>
          <Alert.Title>{title}</Alert.Title>
          <Alert.Description>{children}</Alert.Description>
        </Alert.Content>
      </Alert.Root>
    </Box>
  );
}
