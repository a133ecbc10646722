import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { lazy, startTransition, Suspense, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useSession } from '@masomo/auth';
import { AppLink, Box, Container, Heading, Stack, Text, VisuallyHidden } from '@masomo/design-system';
import { useLocation, useNavigate } from '@masomo/navigation';
import { useCurrency } from '@masomo/data/store/exchangeRate';
import type { StoreItem } from '@masomo/data/store/catalogue';
import { CartButton } from './cart/CartButton.tsx';
import { PostedCart } from './cart/PostedCart.tsx';
import { AddonGrid } from './catalogue/AddonGrid.tsx';
import { CatalogueFilters } from './catalogue/CatalogueFilters.tsx';
import { categoryFilters, filterAddons, type CategoryFilter } from './catalogue/filterAddons.ts';
import { OfferList } from './catalogue/OfferList.tsx';
import { SearchBar } from './catalogue/SearchBar.tsx';
import { StoreHero } from './catalogue/StoreHero.tsx';
import { useCatalogue } from './catalogue/useCatalogue.ts';
import { useCategory } from './catalogue/useCategory.ts';
import { StoreNotices } from './StoreNotices.tsx';
import { StoreOverlays } from './StoreOverlays.tsx';
import { useClearCartAfterSignOut } from './shared/useClearCartAfterSignOut.ts';
import { useBuyNow } from './shared/useBuyNow.ts';
import { cartStore } from './shared/cartStore.ts';
import { cartActions } from './shared/useCart.ts';
import { findOrderPath, storeTitle } from './shared/storePaths.ts';
import { useDocumentTitle } from './shared/useDocumentTitle.ts';
import { useStoreOverlays } from './useStoreOverlays.ts';

const CartSync = lazy(async () => ({ default: (await import('./cartSync/CartSync.tsx')).CartSync }));

export function StorePage() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  useDocumentTitle(t(storeTitle));
  const catalogue = useCatalogue();
  const choice = useCurrency();
  const { user } = useSession();
  useClearCartAfterSignOut();
  const overlays = useStoreOverlays();
  const [search, setSearch] = useState('');
  const [announcement, setAnnouncement] = useState('');
  const deferredSearch = useDeferredValue(search);
  const chosen = useCategory();
  const category = catalogue.version ? 'all' : chosen;

  // The same function each time, so that no card renders again for it.
  const add = useCallback((item: StoreItem) => {
    cartActions.add(item);
    const quantity = cartStore.get().find((line) => line.addonId === item.id)?.quantity ?? 1;
    // The card answers first: the page that says it again is rendered after it.
    startTransition(() => setAnnouncement(t`${item.name} is in your cart: ${quantity}.`));
  }, []);
  const onSale = useMemo(() => catalogue.addons?.filter(({ isReady }) => isReady), [catalogue.addons]);
  const { arrival, dismiss } = useBuyNow(onSale, (addon) => {
    add(addon);
    overlays.openCart();
  });
  const selectCategory = useCallback(
    (next: CategoryFilter) => {
      const selected = categoryFilters.find((filter) => filter.value === next);
      void navigate({ pathname, hash: selected?.hash ?? '' }, { replace: true, preventScrollReset: true });
    },
    [navigate, pathname],
  );
  const clearFilters = () => {
    setSearch('');
    selectCategory('all');
  };

  return (
    <>
      <StoreHero addons={catalogue.addons} format={choice.format} />
      {/* A school's list has fewer cards than the page was rendered with: the place stays, not the card that was there first. */}
      <Container maxW="7xl" py={{ base: '6', md: '10' }} css={{ overflowAnchor: 'none' }}>
        <SearchBar search={search} onSearch={setSearch}>
          <CartButton
            items={catalogue.items}
            isLoading={overlays.isCartLoading}
            onOpen={overlays.openCart}
            onIntent={overlays.preloadCart}
          />
        </SearchBar>
        <Stack gap="6" mt="4">
          <CatalogueFilters category={category} version={catalogue.version} onCategory={selectCategory} choice={choice} />
          {user && (
            <Suspense fallback={null}>
              <CartSync key={user.id} userId={user.id} />
            </Suspense>
          )}
          <PostedCart />
          <StoreNotices version={catalogue.version} arrival={arrival} onDismiss={dismiss} overlays={overlays} />
          <Box as="section" aria-labelledby="store-addons">
            <VisuallyHidden asChild>
              <Heading as="h2" id="store-addons">
                <Trans>Add-ons</Trans>
              </Heading>
            </VisuallyHidden>
            <AddonGrid
              catalogue={catalogue}
              category={category}
              search={deferredSearch}
              format={choice.format}
              onAdd={add}
              onClearFilters={clearFilters}
            />
          </Box>
          <OfferList offers={filterAddons(catalogue.offers, category, deferredSearch)} format={choice.format} onAdd={add} />
          <Text color="fg.muted">
            <Trans>
              Already ordered?{' '}
              <AppLink to={findOrderPath} variant="underline">
                Find your order
              </AppLink>{' '}
              with its number and your email address.
            </Trans>
          </Text>
        </Stack>
        <VisuallyHidden>
          <Text role="status">{announcement}</Text>
        </VisuallyHidden>
      </Container>
      <StoreOverlays overlays={overlays} catalogue={catalogue} arrival={arrival} choice={choice} onClosed={dismiss} />
    </>
  );
}
