import { t } from '@lingui/core/macro';
import { useSyncExternalStore } from 'react';
import { Box } from '@masomo/design-system';
import { drawings } from './drawings.ts';

/** Theme colours as custom properties, which are inherited into an SVG file referenced by `<use>`. */
const themeColours = {
  '--canvas': 'colors.bg.subtle',
  '--panel': 'colors.bg.panel',
  '--soft': 'colors.bg.muted',
  '--tint': 'colors.accent.subtle',
  '--accent': 'colors.accent.solid',
  '--good': 'colors.success.fg',
  '--rule': 'colors.border',
  '--ink': 'colors.fg',
  '--muted': 'colors.fg.muted',
  '--on-accent': 'colors.accent.contrast',
} as const;

/** False on the server and during hydration. */
const useIsHydrated = () =>
  useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );

type DrawingProps = {
  name: keyof typeof drawings;
  /** Below the first screen: loads after hydration, or through noscript, so that the first paint does not wait for it. */
  isDeferred?: boolean;
};

/** A themed illustration from an external SVG file, so that the page's text paints first. Use an inline illustration on the first screen. */
export function Drawing({ name, isDeferred = false }: DrawingProps) {
  const isHydrated = useIsHydrated();
  const { file, description } = drawings[name];
  const drawing = (
    <svg viewBox="0 0 520 400" width="100%" aria-hidden>
      <use href={`${file}#drawing`} />
    </svg>
  );
  return (
    <Box role="img" aria-label={t(description)} width="100%" aspectRatio={520 / 400} fontVariantNumeric="tabular-nums" css={themeColours}>
      {isDeferred && !isHydrated ? <noscript>{drawing}</noscript> : drawing}
    </Box>
  );
}
