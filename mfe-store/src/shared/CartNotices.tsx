import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Text } from '@masomo/design-system';
import type { StoreItem } from '@masomo/data/store/catalogue';
import type { PricedCart } from '@masomo/domain/cart';
import { useCatalogue } from '../catalogue/useCatalogue.ts';
import type { BuyNowArrival } from './useBuyNow.ts';

type Props = {
  priced: PricedCart<StoreItem>;
  arrival: BuyNowArrival | undefined;
  format: (shillings: number) => string;
  onAccept: () => void;
};

/** Changes a buyer must see before paying: a price that differs from the one seen, or an add-on that is no longer sold to them. */
export function CartNotices({ priced, arrival, format, onAccept }: Props) {
  const { changed, dropped } = priced;
  const { version, isOfOtherVersion } = useCatalogue();
  return (
    <>
      {arrival?.kind === 'added' && arrival.listedPrice !== undefined && (
        <Alert.Root status="info">
          <Alert.Indicator />
          <Alert.Content>
            <Alert.Title>
              <Trans>
                {arrival.addon.name} costs {format(arrival.addon.price)} in the store
              </Trans>
            </Alert.Title>
            <Alert.Description>
              <Trans>The page you came from lists it at {format(arrival.listedPrice)}. The store's price is the one you pay.</Trans>
            </Alert.Description>
          </Alert.Content>
        </Alert.Root>
      )}
      {(changed.length > 0 || dropped.length > 0) && (
        <Alert.Root status="warning">
          <Alert.Indicator />
          <Alert.Content>
            <Alert.Title>
              <Trans>Your cart changed since you last saw it</Trans>
            </Alert.Title>
            <Alert.Description>
              {changed.map(({ item, seenPrice }) => (
                <Text key={item.id}>
                  <Trans>
                    {item.name} now costs {format(item.price)} instead of {format(seenPrice)}.
                  </Trans>
                </Text>
              ))}
              {dropped.map((line) => (
                <Text key={line.addonId}>
                  {!isOfOtherVersion(line.addonId) ? (
                    <Trans>{line.name} is no longer on sale and was removed.</Trans>
                  ) : version === 'saas' ? (
                    <Trans>{line.name} is for schools with their own server. Yours is hosted by us, so it was taken out.</Trans>
                  ) : (
                    <Trans>{line.name} is for schools that we host. Yours has its own server, so it was taken out.</Trans>
                  )}
                </Text>
              ))}
              <Button size="sm" variant="outline" mt="2" onClick={onAccept}>
                {changed.length > 0 ? t`Accept the new prices` : t`OK`}
              </Button>
            </Alert.Description>
          </Alert.Content>
        </Alert.Root>
      )}
    </>
  );
}
