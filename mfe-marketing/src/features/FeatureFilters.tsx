import { t } from '@lingui/core/macro';
import { Flex, SegmentedToggle } from '@masomo/design-system';
import { featureFilterLabels, featureFilters } from './content.ts';

/** Filters by version and category. The cards that follow are hidden by styles, so that a filter needs no script. */
export function FeatureFilters() {
  return (
    <Flex
      gap="5"
      marginBottom="8"
      direction={{ base: 'column', lg: 'row' }}
      justify="space-between"
      align={{ base: 'flex-start', lg: 'center' }}
      data-feature-filters=""
    >
      <SegmentedToggle
        label={t`Version`}
        name="version"
        defaultValue="saas"
        options={[
          { value: 'saas', label: t`SaaS` },
          { value: 'standalone', label: t`Standalone` },
        ]}
      />
      <SegmentedToggle
        label={t`Category`}
        look="pills"
        name="category"
        defaultValue="all"
        options={featureFilters.map((value) => ({ value, label: t(featureFilterLabels[value]) }))}
      />
    </Flex>
  );
}
