import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { PriceEntry, PriceKind } from '@masomo/data/store/priceBook';
import { formatMoney, kes } from '@masomo/domain/money';
import { formatDate } from '@masomo/domain/time';
import { unitLabel } from '@masomo/domain/pricing';
import { translate } from '@masomo/i18n';
import { Badge, Box, Button, HStack, Text } from '@masomo/design-system';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { versionLabels } from './entryFields.ts';
import { priceChangeLabel } from './priceChangeLabel.ts';

const kindLabels: Record<PriceKind, string> = { plan: t`Plan`, addon: t`Add-on`, service: t`Service` };

type PriceActions = {
  onAlign: (entry: PriceEntry) => void;
  onPlan: (entry: PriceEntry) => void;
  onCancel: (entry: PriceEntry) => void;
  /** Puts a plan or service into the store, or takes it out. */ onStore: (entry: PriceEntry) => void;
};

function Listed({ price, store }: { price: number | null; store: number }) {
  if (price === null) return <Text color="fg.muted">–</Text>;
  return (
    <Box fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
      {formatMoney(kes(price))}{' '}
      {price !== store && (
        <Badge colorPalette="orange">
          <Trans>Differs</Trans>
        </Badge>
      )}
    </Box>
  );
}

/** The columns of the price book. */
export function priceColumns({ onAlign, onPlan, onCancel, onStore }: PriceActions): DataTableColumn<PriceEntry>[] {
  return [
    {
      id: 'name',
      header: t`Item`,
      cell: (entry) => (
        <Box>
          <Text fontWeight="600">{entry.name}</Text>
          <HStack gap="1">
            <Badge>{kindLabels[entry.kind]}</Badge>
            <Badge>{versionLabels[entry.category]}</Badge>
            {!entry.isActive && (
              <Badge colorPalette="gray">
                <Trans>Not on sale</Trans>
              </Badge>
            )}
            {entry.kind !== 'addon' && entry.isInStore && (
              <Badge colorPalette="green">
                <Trans>In the store</Trans>
              </Badge>
            )}
          </HStack>
        </Box>
      ),
    },
    {
      id: 'price',
      header: t`Store price`,
      align: 'end',
      noWrap: true,
      cell: (entry) => (
        <Box fontVariantNumeric="tabular-nums">
          <Text fontWeight="600">{formatMoney(kes(entry.price))}</Text>
          <Text fontSize="sm" color="fg.muted">
            {translate(unitLabel(entry.unit))}
          </Text>
        </Box>
      ),
    },
    { id: 'pricing', header: t`Pricing page`, align: 'end', cell: (entry) => <Listed price={entry.pricingPrice} store={entry.price} /> },
    { id: 'features', header: t`Features page`, align: 'end', cell: (entry) => <Listed price={entry.featuresPrice} store={entry.price} /> },
    {
      id: 'planned',
      header: t`Announced`,
      cell: (entry) =>
        entry.planned ? (
          <Box>
            <Text fontVariantNumeric="tabular-nums">
              <Trans>
                {formatMoney(kes(entry.planned.price))} from {formatDate(entry.planned.effectiveOn)}
              </Trans>
            </Text>
            <Text fontSize="sm" color="fg.muted">
              {priceChangeLabel(entry.price, entry.planned.price)}
            </Text>
          </Box>
        ) : (
          <Text color="fg.muted">–</Text>
        ),
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (entry) => (
        <HStack justify="flex-end" gap="2" flexWrap="wrap">
          {entry.disagrees && (
            <Button size="xs" aria-label={t`Align the prices of ${entry.name}`} onClick={() => onAlign(entry)}>
              <Trans>Align</Trans>
            </Button>
          )}
          {entry.planned && (
            <Button
              size="xs"
              variant="outline"
              aria-label={t`Withdraw the announced price of ${entry.name}`}
              onClick={() => onCancel(entry)}
            >
              <Trans>Withdraw</Trans>
            </Button>
          )}
          {entry.kind !== 'addon' && (
            <Button
              size="xs"
              variant="outline"
              aria-label={`${entry.isInStore ? t`Remove from store` : t`Sell in store`}: ${entry.name}`}
              onClick={() => onStore(entry)}
            >
              {entry.isInStore ? t`Remove from store` : t`Sell in store`}
            </Button>
          )}
          <Button size="xs" variant="outline" aria-label={t`Plan change: ${entry.name}`} onClick={() => onPlan(entry)}>
            <Trans>Plan change</Trans>
          </Button>
        </HStack>
      ),
    },
  ];
}
