import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { StoreAnalytics } from '@masomo/data/store/storeAnalytics';
import { formatMoney, kes } from '@masomo/domain/money';
import { formatNumber } from '@masomo/domain/number';
import { Badge, Box, Table, Text } from '@masomo/design-system';
import { SelectField } from '@masomo/design-system/forms';
import { addonCategories, categoryLabels } from '../shared/categories.ts';
import { formatGrowth } from './figures.ts';
import { Panel } from './Panel.tsx';

const columns = [t`Add-on`, t`Category`, t`Sales`, t`Revenue`, t`Growth`, t`Average price`];

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
        <Box overflowX="auto" tabIndex={0} role="region" aria-label={t`Detailed Add-on Performance`}>
          <Table.Root size="sm">
            <Table.Header>
              <Table.Row>
                {columns.map((title) => (
                  <Table.ColumnHeader key={title}>{title}</Table.ColumnHeader>
                ))}
              </Table.Row>
            </Table.Header>
            <Table.Body>
              {topAddons.map((addon) => (
                <Table.Row key={addon.name + addon.category}>
                  <Table.Cell fontWeight="600">{addon.name}</Table.Cell>
                  <Table.Cell>
                    <Badge>{categoryLabels[addon.category]}</Badge>
                  </Table.Cell>
                  <Table.Cell>{formatNumber(addon.sales)}</Table.Cell>
                  <Table.Cell whiteSpace="nowrap">{formatMoney(kes(addon.revenue))}</Table.Cell>
                  <Table.Cell>{formatGrowth(addon.growth)}</Table.Cell>
                  <Table.Cell whiteSpace="nowrap">{formatMoney(kes(addon.average_price))}</Table.Cell>
                </Table.Row>
              ))}
            </Table.Body>
          </Table.Root>
        </Box>
      )}
    </Panel>
  );
}
