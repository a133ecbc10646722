import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, ButtonLink, Heading, Table, Text, VisuallyHidden } from '@masomo/design-system';
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
      <Table.ScrollArea whiteSpace="normal" position="relative" borderWidth="1px" borderColor="border" borderRadius="xl">
        <Table.Root aria-label={t`${title}, prices per term`} size={{ base: 'sm', md: 'lg' }}>
          <Table.Header>
            <Table.Row>
              <Table.ColumnHeader>
                <Trans>Add-on</Trans>
              </Table.ColumnHeader>
              <Table.ColumnHeader textAlign="end" whiteSpace="nowrap">
                <Trans>Per term</Trans>
              </Table.ColumnHeader>
              <Table.ColumnHeader>
                <VisuallyHidden>
                  <Trans>Buy</Trans>
                </VisuallyHidden>
              </Table.ColumnHeader>
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {addons.map((addon) => (
              <Table.Row key={addon.id}>
                <Table.Cell>
                  <Text fontWeight="600">{addon.name}</Text>
                  <Text color="fg.muted" display={{ base: 'none', md: 'block' }} lang={addon.lang}>
                    {addon.description}
                  </Text>
                </Table.Cell>
                <Table.Cell textAlign="end">
                  <Text fontWeight="600" fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
                    {price(addon.pricingPrice)}
                  </Text>
                  {hasPriceMismatch(addon) && (
                    <Text color="fg.muted" fontSize="sm">
                      <Trans>{price(addon.price)} in the store</Trans>
                    </Text>
                  )}
                </Table.Cell>
                <Table.Cell textAlign="end" width="1">
                  {!addon.isReady && <InPreparation />}
                  {addon.isReady && (
                    <ButtonLink
                      to="/store"
                      state={{ id: addon.id, name: addon.name, price: addon.pricingPrice, fromPricing: true }}
                      size="sm"
                      variant="outline"
                      aria-label={t`Buy Now: ${addon.name}`}
                    >
                      <Trans>Buy Now</Trans>
                    </ButtonLink>
                  )}
                </Table.Cell>
              </Table.Row>
            ))}
          </Table.Body>
        </Table.Root>
      </Table.ScrollArea>
    </Box>
  );
}
