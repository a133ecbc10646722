import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { PackageSearch } from 'lucide-react';
import { Button, EmptyState, ErrorState, SimpleGrid, Skeleton } from '@masomo/design-system';
import type { Addon } from '@masomo/data/store/catalogue';
import { AddonCard } from './AddonCard.tsx';
import { filterAddons, type CategoryFilter } from './filterAddons.ts';
import type { Catalogue } from './useCatalogue.ts';

type Props = {
  catalogue: Catalogue;
  category: CategoryFilter;
  search: string;
  format: (shillings: number) => string;
  onAdd: (addon: Addon) => void;
  onClearFilters: () => void;
};

const columns = { base: 1, md: 2, xl: 3 };

export function AddonGrid({ catalogue, category, search, format, onAdd, onClearFilters }: Props) {
  const { addons, error, reload } = catalogue;
  if (error && !addons) return <ErrorState title={t`The catalogue could not be loaded`} error={error} onRetry={reload} />;
  if (!addons) {
    return (
      <SimpleGrid columns={columns} gap="6" aria-busy aria-label={t`Loading add-ons`}>
        {Array.from({ length: 6 }, (_, index) => (
          <Skeleton key={index} height="80" borderRadius="xl" />
        ))}
      </SimpleGrid>
    );
  }
  const matching = filterAddons(addons, category, search);
  if (matching.length === 0) {
    return (
      <EmptyState
        icon={<PackageSearch />}
        title={t`No add-ons found`}
        action={
          <Button variant="outline" onClick={onClearFilters}>
            <Trans>Show all add-ons</Trans>
          </Button>
        }
      >
        <Trans>Try adjusting your search terms or category filter.</Trans>
      </EmptyState>
    );
  }
  return (
    <SimpleGrid columns={columns} gap="6">
      {matching.map((addon, index) => (
        <AddonCard key={addon.id} addon={addon} price={format(addon.price)} onAdd={onAdd} isFirst={index < columns.xl} />
      ))}
    </SimpleGrid>
  );
}
