import { t } from '@lingui/core/macro';
import type { StoreAnalytics } from '@masomo/domain/storeAnalytics';
import { Stack } from '@masomo/design-system';
import { figureDefinitions, formatFigure, formatPreviousFigure } from './figures.ts';
import { Panel } from './Panel.tsx';
import { ShareBar } from './ShareBar.tsx';

const metrics = ['average_order_value', 'retention', 'cart_abandonment', 'satisfaction'] as const;

/** Conversion quality of the store. Bars scale percentages to 100, stars to five, and the order value to the larger of both periods. */
export function PerformanceMetrics({ figures }: Pick<StoreAnalytics, 'figures'>) {
  const shareOf = (name: (typeof metrics)[number]) => {
    const { value, before } = figures[name];
    if (name === 'satisfaction') return (value ?? 0) * 20;
    return name === 'average_order_value' ? ((value ?? 0) / Math.max(1, value ?? 0, before ?? 0)) * 100 : (value ?? 0);
  };
  return (
    <Panel title={t`Performance Metrics`}>
      <Stack as="ul" gap="4" listStyleType="none">
        {metrics.map((name) => (
          <ShareBar
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
