import { t } from '@lingui/core/macro';
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

/** A themed illustration from an external SVG file, so that the page's text paints first. */
export function Drawing({ name }: { name: keyof typeof drawings }) {
  const { file, description } = drawings[name];
  return (
    <Box role="img" aria-label={t(description)} width="100%" aspectRatio={520 / 400} fontVariantNumeric="tabular-nums" css={themeColours}>
      <svg viewBox="0 0 520 400" width="100%" aria-hidden>
        <use href={`${file}#drawing`} />
      </svg>
    </Box>
  );
}
