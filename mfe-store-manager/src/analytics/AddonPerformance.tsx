import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { StoreAnalytics } from '@masomo/domain/storeAnalytics';
import { formatMoney, kes } from '@masomo/domain/money';
import { formatNumber } from '@masomo/domain/number';
import { Badge, Box, Text } from '@masomo/design-system';
import { PlainTable, type PlainColumn } from '@masomo/design-system/plainTable';
import { SelectField } from '@masomo/design-system/forms';
import { addonCategories, categoryLabels } from '../shared/categories.ts';
import { formatGrowth } from './figures.ts';
import { Panel } from './Panel.tsx';

const columns: PlainColumn<StoreAnalytics['addons'][number]>[] = [
  { id: 'name', header: t`Add-on`, cell: ({ name }) => <Text fontWeight="600">{name}</Text> },
  { id: 'category', header: t`Category`, cell: ({ category }) => <Badge>{categoryLabels[category]}</Badge> },
  { id: 'sales', header: t`Sales`, align: 'end', cell: ({ sales }) => formatNumber(sales) },
  { id: 'revenue', header: t`Revenue`, align: 'end', cell: ({ revenue }) => formatMoney(kes(revenue)) },
  { id: 'growth', header: t`Growth`, align: 'end', cell: ({ growth }) => formatGrowth(growth) },
  { id: 'price', header: t`Average price`, align: 'end', cell: ({ average_price: price }) => formatMoney(kes(price)) },
];

/** Details of the top five add-ons, optionally of one category. */
export function AddonPerformance({ addons }: Pick<StoreAnalytics, 'addons'>) {
  const [category, setCategory] = useState('all');
  const topAddons = addons.filter((addon) => category === 'all' || addon.category === category).slice(0, 5);
  return (
    <Panel title={t`Detailed Add-on Performance`}>
      <Box w="44" mb="4">
        <SelectField
          label={t`Filter by category`}
          options={[{ value: 'all', label: t`All categories` }, ...addonCategories]}
          value={category}
          onChange={(event) => setCategory(event.currentTarget.value)}
        />
      </Box>
      {topAddons.length === 0 ? (
        <Text color="fg.muted">
          <Trans>No add-ons were sold in this period.</Trans>
        </Text>
      ) : (
        <PlainTable
          label={t`Detailed Add-on Performance`}
          scrollLabel={t`Detailed Add-on Performance`}
          isStackedOnPhones
          columns={columns}
          rows={topAddons}
          rowKey={({ name, category: version }) => name + version}
        />
      )}
    </Panel>
  );
}
