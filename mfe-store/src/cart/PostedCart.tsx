import { Trans } from '@lingui/react/macro';
import { useEffect } from 'react';
import { Alert, AppLink, Box } from '@masomo/design-system';
import { inLanguage } from '@masomo/contracts/languages';
import { combineCarts } from '@masomo/domain/savedCart';
import { postedCart, readPosted } from '@masomo/domain/postedCart';
import { currentLanguage } from '@masomo/i18n';
import { cartStore } from '../shared/cartStore.ts';
import { useHydrated } from '../shared/useHydrated.ts';

const receipt = { display: 'none', scrollMarginTop: '24', '&:target': { display: 'block' } };

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
        <Box id={postedCart.receipt} css={receipt}>
          <Alert.Root status="success" role="status">
            <Alert.Indicator />
            <Alert.Content>
              <Alert.Title>
                <Trans>It is in your cart.</Trans>
              </Alert.Title>
              <Alert.Description>
                <Trans>
                  This browser keeps it for 30 days. To see the cart and order, allow JavaScript for this page, or{' '}
                  <AppLink to="/contact" textDecoration="underline">
                    write to us
                  </AppLink>{' '}
                  what you need.
                </Trans>
              </Alert.Description>
            </Alert.Content>
          </Alert.Root>
        </Box>
      )}
    </>
  );
}
