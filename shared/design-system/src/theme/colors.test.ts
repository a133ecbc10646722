import { describe, expect, it } from 'vitest';
import { palettes, surfaces } from './colors.ts';

type Mode = 0 | 1;

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast by WCAG 2.2. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ['DEFAULT', 'subtle', 'panel', 'muted'] as const;
const modes: { name: string; mode: Mode }[] = [
  { name: 'light', mode: 0 },
  { name: 'dark', mode: 1 },
];

describe.each(modes)('colours in $name mode', ({ mode }) => {
  it.each(['DEFAULT', 'muted', 'subtle', 'error', 'warning', 'success', 'info'] as const)(
    'text %s can be read on every surface',
    (text) => {
      for (const ground of grounds)
        expect(contrast(surfaces.fg[text][mode], surfaces.bg[ground][mode]), ground).toBeGreaterThanOrEqual(4.5);
    },
  );

  it('inverted text has enough contrast on the inverted surface', () => {
    expect(contrast(surfaces.fg.inverted[mode], surfaces.bg.inverted[mode])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['control', 'error'] as const)('the border %s has enough contrast', (border) => {
    for (const ground of ['DEFAULT', 'panel'] as const)
      expect(contrast(surfaces.border[border][mode], surfaces.bg[ground][mode]), ground).toBeGreaterThanOrEqual(3);
  });

  it.each(Object.entries(palettes))('text and focus ring of the palette %s have enough contrast', (_name, palette) => {
    expect(contrast(palette.contrast[mode], palette.solid[mode]), 'on solid').toBeGreaterThanOrEqual(4.5);
    for (const ground of ['subtle', 'muted'] as const)
      expect(contrast(palette.fg[mode], palette[ground][mode]), ground).toBeGreaterThanOrEqual(4.5);
    for (const ground of grounds) {
      expect(contrast(palette.fg[mode], surfaces.bg[ground][mode]), `text on ${ground}`).toBeGreaterThanOrEqual(4.5);
      expect(contrast(palette.focusRing[mode], surfaces.bg[ground][mode]), `ring on ${ground}`).toBeGreaterThanOrEqual(3);
      expect(contrast(surfaces.fg.DEFAULT[mode], palette.subtle[mode]), 'text on subtle').toBeGreaterThanOrEqual(4.5);
    }
  });
});
