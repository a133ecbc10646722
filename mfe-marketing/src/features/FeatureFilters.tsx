import { t } from '@lingui/core/macro';
import { Button, Flex, SegmentedToggle } from '@masomo/design-system';
import type { Version } from '../shared/modules.ts';
import { featureFilterLabels, featureFilters, type FeatureFilter } from './content.ts';

type FeatureFiltersProps = {
  version: Version;
  onVersionChange: (version: Version) => void;
  filter: FeatureFilter;
  onFilterChange: (filter: FeatureFilter) => void;
};

/** Filters by version and category. */
export function FeatureFilters({ version, onVersionChange, filter, onFilterChange }: FeatureFiltersProps) {
  return (
    <Flex
      gap="5"
      marginBottom="8"
      direction={{ base: 'column', lg: 'row' }}
      justify="space-between"
      align={{ base: 'stretch', lg: 'center' }}
    >
      <SegmentedToggle
        label={t`Version`}
        value={version}
        onChange={onVersionChange}
        options={[
          { value: 'saas', label: t`SaaS` },
          { value: 'standalone', label: t`Standalone` },
        ]}
      />
      <Flex role="group" aria-label={t`Category`} gap="2" flexWrap="wrap">
        {featureFilters.map((name) => (
          <Button
            key={name}
            size="sm"
            borderRadius="full"
            variant={name === filter ? 'solid' : 'outline'}
            aria-pressed={name === filter}
            onClick={() => onFilterChange(name)}
          >
            {t(featureFilterLabels[name])}
          </Button>
        ))}
      </Flex>
    </Flex>
  );
}
