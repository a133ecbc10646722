/** Fill of a chart series. Series differ in pattern, so that colour alone never carries the meaning. */
export type SeriesPattern = 'solid' | 'striped' | 'dotted' | 'outlined';

const outline = (colour: string) => ({ outlineWidth: '1px', outlineStyle: 'solid', outlineColor: colour, outlineOffset: '-1px' });

const patternStyles = {
  solid: { background: 'accent.solid' },
  striped: {
    backgroundImage: 'repeating-linear-gradient(45deg, {colors.warning.solid} 0 3px, transparent 3px 6px)',
    ...outline('warning.solid'),
  },
  dotted: {
    backgroundImage: 'radial-gradient({colors.info.solid} 1.2px, transparent 1.4px)',
    backgroundSize: '5px 5px',
    ...outline('info.solid'),
  },
  outlined: { background: 'danger.subtle', ...outline('danger.solid') },
} as const satisfies Record<SeriesPattern, object>;

export const patternStyle = (look: SeriesPattern) => patternStyles[look];
