import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, ButtonLink, Heading, Text } from '@masomo/design-system';
import { PlainTable } from '@masomo/design-system/plainTable';
import { hasPriceMismatch, type ListedAddon } from '@masomo/domain/pricing';
import { InPreparation } from '../shared/InPreparation.tsx';
import type { PriceOf } from '../shared/prices.tsx';

/** Add-ons of one version at this page's price, with the store's where it differs. */
export function AddonTable({ title, addons, price }: { title: string; addons: readonly ListedAddon[]; price: PriceOf }) {
  return (
    <Box as="section">
      <Heading as="h3" fontSize="xl" letterSpacing="-0.015em" marginBottom="4">
        {title}
      </Heading>
      <PlainTable
        label={t`${title}, prices per term`}
        size={{ base: 'sm', md: 'lg' }}
        css={{ whiteSpace: 'normal', borderWidth: '1px', borderColor: 'border', borderRadius: 'xl' }}
        columns={[
          {
            id: 'addon',
            header: t`Add-on`,
            cell: (addon) => (
              <>
                <Text fontWeight="600">{addon.name}</Text>
                <Text color="fg.muted" display={{ base: 'none', md: 'block' }} lang={addon.lang}>
                  {addon.description}
                </Text>
              </>
            ),
          },
          { id: 'price', header: t`Per term`, align: 'end', cell: (addon) => <AddonPrice addon={addon} price={price} /> },
          { id: 'buy', header: t`Buy`, isHeaderHidden: true, align: 'end', css: { width: '1' }, cell: (addon) => <Buy addon={addon} /> },
        ]}
        rows={addons}
        rowKey={({ id }) => id}
      />
    </Box>
  );
}

function AddonPrice({ addon, price }: { addon: ListedAddon; price: PriceOf }) {
  return (
    <>
      <Text fontWeight="600" fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
        {price(addon.pricingPrice)}
      </Text>
      {hasPriceMismatch(addon) && (
        <Text color="fg.muted" fontSize="sm" whiteSpace="normal">
          <Trans>{price(addon.price)} in the store</Trans>
        </Text>
      )}
    </>
  );
}

function Buy({ addon }: { addon: ListedAddon }) {
  if (!addon.isReady) return <InPreparation />;
  return (
    <ButtonLink
      to="/store"
      state={{ id: addon.id, name: addon.name, price: addon.pricingPrice, fromPricing: true }}
      size="sm"
      variant="outline"
      aria-label={t`Buy Now: ${addon.name}`}
    >
      <Trans>Buy Now</Trans>
    </ButtonLink>
  );
}
