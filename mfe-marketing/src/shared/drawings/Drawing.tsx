import { Box } from '@masomo/design-system';
import { drawings } from './drawings.ts';

/** What the drawings' files call the colours of the current theme; custom properties reach into a file that is used. */
const inks = {
  '--canvas': 'colors.bg.subtle', '--panel': 'colors.bg.panel', '--soft': 'colors.bg.muted', '--tint': 'colors.accent.subtle', '--accent': 'colors.accent.solid',
  '--good': 'colors.success.fg', '--rule': 'colors.border', '--ink': 'colors.fg', '--muted': 'colors.fg.muted', '--on-accent': 'colors.accent.contrast',
} as const;

/** A drawing of this product in the colours of the theme, from a file of its own so that the words come first. One that fills the first screen stands in the page: its words are what is waited for. */
export function Drawing({ name }: { name: keyof typeof drawings }) {
  const { file, description } = drawings[name];
  return (
    <Box asChild width="100%" height="auto" display="block" fontVariantNumeric="tabular-nums" css={inks}>
      <svg viewBox="0 0 520 400" role="img" aria-label={description}><use href={`${file}#drawing`} /></svg>
    </Box>
  );
}
