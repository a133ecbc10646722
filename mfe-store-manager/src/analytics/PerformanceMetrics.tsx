import { t } from '@lingui/core/macro';
import type { StoreAnalytics } from '@masomo/domain/storeAnalytics';
import { Stack, Text } from '@masomo/design-system';
import { BarTable } from '@masomo/remote/BarTable';
import { Definition } from './Definition.tsx';
import { figureDefinitions, formatFigure, formatPreviousFigure } from './figures.ts';
import { Panel } from './Panel.tsx';

/** A scale has one unit. Shillings have no end: the larger of both periods is it. */
const scales = [
  { unit: t`Percent`, names: ['retention', 'cart_abandonment'], limit: 100 },
  { unit: t`Shillings`, names: ['average_order_value'], limit: undefined },
  { unit: t`Stars of five`, names: ['satisfaction'], limit: 5 },
] as const;

/** Conversion quality of the store; a mark in a bar is the previous period. */
export function PerformanceMetrics({ figures }: Pick<StoreAnalytics, 'figures'>) {
  return (
    <Panel title={t`Performance Metrics`}>
      <Stack gap="3">
        {scales.map(({ unit, names, limit }) => (
          <div key={unit}>
            <Text textStyle="xs" color="fg.muted">
              {unit}
            </Text>
            <BarTable
              title={t`Performance Metrics: ${unit}`}
              {...(limit ? { limit } : {})}
              rows={names.map((name) => ({
                key: name,
                name: (
                  <>
                    {figureDefinitions[name].label}
                    <Definition of={figureDefinitions[name].label}>{figureDefinitions[name].definition}</Definition>
                  </>
                ),
                detail: formatPreviousFigure(name, figures[name]),
                figure: formatFigure(name, figures[name]),
                value: figures[name].value ?? 0,
                before: figures[name].before,
              }))}
            />
          </div>
        ))}
      </Stack>
    </Panel>
  );
}
