import type { StoreAnalytics } from '@masomo/data/store/storeAnalytics';
import { formatMoney, kes } from '@masomo/domain/money';
import { formatNumber } from '@masomo/domain/number';
import { Flex, Stack, Text } from '@masomo/design-system';
import { Definition } from './Definition.tsx';
import { figureDefinitions, formatPreviousFigure, formatFigure } from './figures.ts';
import { Bar, Panel } from './Panel.tsx';

const segmentLabels: Record<string, string> = {
  primary: 'Primary Schools',
  secondary: 'Secondary Schools',
  college: 'Colleges',
  university: 'Universities',
};
const metrics = ['average_order_value', 'retention', 'cart_abandonment', 'satisfaction'] as const;

function Share({ label, value, share, definition }: { label: string; value: string; share: number; definition?: string }) {
  return (
    <Stack as="li" gap="1.5">
      <Flex justify="space-between" gap="3" textStyle="sm">
        <Text fontWeight="550">
          {label}
          {definition && <Definition of={label}>{definition}</Definition>}
        </Text>
        <Text color="fg.muted" textAlign="end">
          {value}
        </Text>
      </Flex>
      <Bar share={share} />
    </Stack>
  );
}

/** The five add-ons that brought most. */
export function TopAddons({ addons }: Pick<StoreAnalytics, 'addons'>) {
  return (
    <Panel title="Top Performing Add-ons">
      {addons.length === 0 && <Text color="fg.muted">No add-ons were sold in this period.</Text>}
      <Stack as="ul" gap="4" listStyleType="none">
        {addons.slice(0, 5).map(({ name, category, sales, revenue, percentage }) => (
          <Share
            key={name + category}
            label={name}
            share={percentage ?? 0}
            value={`${percentage ?? 0}% · ${formatNumber(sales)} sales · ${formatMoney(kes(revenue))}`}
          />
        ))}
      </Stack>
    </Panel>
  );
}

/** Who bought, by kind of school. */
export function CustomerSegments({ segments }: Pick<StoreAnalytics, 'segments'>) {
  return (
    <Panel title="Customer Segments">
      <Stack as="ul" gap="4" listStyleType="none">
        {segments.map(({ segment, count, percentage }) => (
          <Share
            key={segment}
            label={segmentLabels[segment] ?? segment}
            share={percentage ?? 0}
            value={`${formatNumber(count)} · ${percentage ?? 0}%`}
          />
        ))}
      </Stack>
    </Panel>
  );
}

/** How well the store sells. Percentages fill their bar to 100, stars to five, the order value to the larger of now and before. */
export function PerformanceMetrics({ figures }: Pick<StoreAnalytics, 'figures'>) {
  const shareOf = (name: (typeof metrics)[number]) => {
    const { value, before } = figures[name];
    if (name === 'satisfaction') return (value ?? 0) * 20;
    return name === 'average_order_value' ? ((value ?? 0) / Math.max(1, value ?? 0, before ?? 0)) * 100 : (value ?? 0);
  };
  return (
    <Panel title="Performance Metrics">
      <Stack as="ul" gap="4" listStyleType="none">
        {metrics.map((name) => (
          <Share
            key={name}
            label={figureDefinitions[name].label}
            definition={figureDefinitions[name].definition}
            value={`${formatFigure(name, figures[name])} · ${formatPreviousFigure(name, figures[name])}`}
            share={shareOf(name)}
          />
        ))}
      </Stack>
    </Panel>
  );
}
