import { Box } from '@masomo/design-system';

const [width, height, inset] = [72, 24, 2];

/** The course of a few figures, as a picture beside the figure that says them. */
export function Sparkline({ values }: { values: readonly number[] }) {
  if (values.length < 2) return null;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (index: number) => inset + (index * (width - 2 * inset)) / (values.length - 1);
  const y = (value: number) => (high === low ? height / 2 : height - inset - ((value - low) * (height - 2 * inset)) / (high - low));
  const last = values.length - 1;
  return (
    <Box color="accent.solid" flexShrink="0" lineHeight="0">
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden focusable="false">
        <polyline
          points={values.map((value, index) => `${x(index)},${y(value)}`).join(' ')}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinejoin="round"
        />
        <circle cx={x(last)} cy={y(values[last] ?? 0)} r="2" fill="currentColor" />
      </svg>
    </Box>
  );
}
