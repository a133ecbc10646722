import type { ReactNode } from 'react';
import { Box } from '@masomo/design-system';

/** Class styles of the illustrations in theme colours. */
const inks = {
  '& .panel': { fill: 'bg.panel', stroke: 'border' },
  '& .flat': { fill: 'bg.panel' },
  '& .soft': { fill: 'bg.muted' },
  '& .tint': { fill: 'accent.subtle' },
  '& .bar': { fill: 'accent.emphasized' },
  '& .accent': { fill: 'accent.solid' },
  '& .accent-line': { stroke: 'accent.solid', fill: 'none' },
  '& .good': { fill: 'success.fg' },
  '& .rule': { stroke: 'border', fill: 'none' },
  '& .ink': { fill: 'fg' },
  '& .muted': { fill: 'fg.muted' },
  '& .on-accent': { fill: 'accent.contrast' },
  // The CSS reset makes every element inherit its font, so sizes are rules here instead of SVG attributes.
  '& text': { fontSize: '12px', fontVariantNumeric: 'tabular-nums' },
  '& .strong': { fontWeight: 650 },
  ...Object.fromEntries([10, 11, 14, 19, 25].map((size) => [`& .s${size}`, { fontSize: `${size}px` }])),
} as const;

/** An inline SVG illustration themed by tokens; the description is its accessible name. */
export function Illustration({
  width,
  height,
  description,
  children,
}: {
  width: number;
  height: number;
  description: string;
  children: ReactNode;
}) {
  return (
    <Box asChild width="100%" height="auto" display="block" css={inks}>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={description}>
        {children}
      </svg>
    </Box>
  );
}
