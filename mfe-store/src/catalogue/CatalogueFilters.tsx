import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { memo } from 'react';
import { Button, Flex, HStack, SegmentedToggle, Text } from '@masomo/design-system';
import type { AddonCategory } from '@masomo/data/store/catalogue';
import type { CurrencyChoice } from '@masomo/data/store/exchangeRate';
import { formatRate } from '@masomo/domain/currency';
import { currencies, type Currency } from '@masomo/domain/money';
import { categoryFilters, type CategoryFilter } from './filterAddons.ts';

type Props = {
  category: CategoryFilter;
  version: AddonCategory | null;
  onCategory: (category: CategoryFilter) => void;
  choice: CurrencyChoice;
};

const options = currencies.map((currency: Currency) => ({ value: currency, label: currency }));

/**
 * Category buttons, where there is more than one to choose, and the currency the prices are shown in. A press on a card does not render
 * them again.
 */
export const CatalogueFilters = memo(function CatalogueFilters({ category, version, onCategory, choice }: Props) {
  return (
    <Flex justify="space-between" align="center" wrap="wrap" gap="4">
      {version ? (
        <Text color="fg.muted">
          {version === 'saas' ? (
            <Trans>Your school is hosted by us, so you see what is sold to schools that we host and what yours has already.</Trans>
          ) : (
            <Trans>
              Your school has its own server, so you see what is sold to schools with their own server and what yours has already.
            </Trans>
          )}
        </Text>
      ) : (
        <Flex role="group" aria-label={t`Category`} gap="2" wrap="wrap">
          {categoryFilters.map(({ value, label }) => (
            <Button
              key={value}
              size="sm"
              borderRadius="full"
              variant={value === category ? 'solid' : 'outline'}
              aria-pressed={value === category}
              onClick={() => onCategory(value)}
            >
              {t(label)}
            </Button>
          ))}
        </Flex>
      )}
      <HStack gap="3">
        <Text fontSize="sm" color="fg.muted" role="status">
          {choice.isLoading ? t`Loading...` : formatRate(choice.rate)}
        </Text>
        <SegmentedToggle label={t`Currency`} options={options} value={choice.currency} onChange={choice.setCurrency} />
      </HStack>
    </Flex>
  );
});
