import type { BoxProps } from '@masomo/design-system';
import type { DrawnSeries } from '@masomo/design-system/charts';

/** A colour is of a meaning: what a chart is about is green, what it is measured against pale, and a second kind beside it slate. */
export type ChartColor = 'green' | 'pale' | 'slate';

export type ChartSeries = { key: string; label: string; color: ChartColor };

type SeriesStyle = { drawn: Pick<DrawnSeries, 'fill' | 'stroke' | 'dash'>; swatch: NonNullable<BoxProps['css']> };

/** Colours as tokens. They differ in lightness, and lines in their dashes, so that they are told apart in black and white. */
export const seriesStyles: Record<ChartColor, SeriesStyle> = {
  green: { drawn: { fill: 'accent.solid', stroke: 'accent.solid' }, swatch: { bg: 'accent.solid' } },
  pale: {
    drawn: { fill: 'accent.emphasized', stroke: 'accent.solid', dash: '2 4' },
    swatch: { bg: 'accent.emphasized', outline: '1px solid', outlineColor: 'accent.solid', outlineOffset: '-1px' },
  },
  slate: { drawn: { fill: 'border.control', stroke: 'border.control', dash: '7 4' }, swatch: { bg: 'border.control' } },
};
