import type { PriceEntry, PriceKind } from '@masomo/data/store/priceBook';
import { formatMoney, kes } from '@masomo/domain/money';
import { formatDate } from '@masomo/domain/time';
import { Badge, Box, Button, HStack, Text } from '@masomo/design-system';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { priceChangeLabel } from './priceChangeLabel.ts';

export const kindLabels: Record<PriceKind, string> = { plan: 'Plan', addon: 'Add-on', service: 'Service' };
const categoryLabels = { saas: 'SaaS', standalone: 'Standalone' };

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
      {formatMoney(kes(price))} {price !== store && <Badge colorPalette="orange">Differs</Badge>}
    </Box>
  );
}

/** The columns of the price book. */
export function priceColumns({ onAlign, onPlan, onCancel, onStore }: PriceActions): DataTableColumn<PriceEntry>[] {
  return [
    {
      id: 'name',
      header: 'Item',
      cell: (entry) => (
        <Box>
          <Text fontWeight="600">{entry.name}</Text>
          <HStack gap="1">
            <Badge>{kindLabels[entry.kind]}</Badge>
            <Badge>{categoryLabels[entry.category]}</Badge>
            {!entry.isActive && <Badge colorPalette="gray">Not on sale</Badge>}
            {entry.kind !== 'addon' && entry.isInStore && <Badge colorPalette="green">In the store</Badge>}
          </HStack>
        </Box>
      ),
    },
    {
      id: 'price',
      header: 'Store price',
      align: 'end',
      noWrap: true,
      cell: (entry) => (
        <Box fontVariantNumeric="tabular-nums">
          <Text fontWeight="600">{formatMoney(kes(entry.price))}</Text>
          <Text fontSize="sm" color="fg.muted">
            {entry.unit}
          </Text>
        </Box>
      ),
    },
    { id: 'pricing', header: 'Pricing page', align: 'end', cell: (entry) => <Listed price={entry.pricingPrice} store={entry.price} /> },
    { id: 'features', header: 'Features page', align: 'end', cell: (entry) => <Listed price={entry.featuresPrice} store={entry.price} /> },
    {
      id: 'planned',
      header: 'Announced',
      cell: (entry) =>
        entry.planned ? (
          <Box>
            <Text fontVariantNumeric="tabular-nums">
              {formatMoney(kes(entry.planned.price))} from {formatDate(entry.planned.effectiveOn)}
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
            <Button size="xs" aria-label={`Align the prices of ${entry.name}`} onClick={() => onAlign(entry)}>
              Align
            </Button>
          )}
          {entry.planned && (
            <Button
              size="xs"
              variant="outline"
              aria-label={`Withdraw the announced price of ${entry.name}`}
              onClick={() => onCancel(entry)}
            >
              Withdraw
            </Button>
          )}
          {entry.kind !== 'addon' && (
            <Button
              size="xs"
              variant="outline"
              aria-label={`${entry.isInStore ? 'Take out of store' : 'Sell in store'}: ${entry.name}`}
              onClick={() => onStore(entry)}
            >
              {entry.isInStore ? 'Take out of store' : 'Sell in store'}
            </Button>
          )}
          <Button size="xs" variant="outline" aria-label={`Plan change: ${entry.name}`} onClick={() => onPlan(entry)}>
            Plan change
          </Button>
        </HStack>
      ),
    },
  ];
}
