import { useSyncExternalStore } from 'react';
import { Box } from '@masomo/design-system';
import { drawings } from './drawings.ts';

/** What the drawings' files call the colours of the current theme; custom properties reach into a file that is used. */
const inks = {
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

/** Whether the page has started; false on the server. */
const useHasStarted = () =>
  useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );

type DrawingProps = {
  name: keyof typeof drawings;
  /** Far below the first screen: asked for once the page has started, or where it never does, so that the first picture does not wait for it. */ isLater?: boolean;
};

/** A drawing of this product in the colours of the theme, from a file of its own so that the words come first. One that fills the first screen stands in the page: its words are what is waited for. */
export function Drawing({ name, isLater = false }: DrawingProps) {
  const hasStarted = useHasStarted();
  const { file, description } = drawings[name];
  const drawing = (
    <svg viewBox="0 0 520 400" width="100%" aria-hidden>
      <use href={`${file}#drawing`} />
    </svg>
  );
  return (
    <Box role="img" aria-label={description} width="100%" aspectRatio={520 / 400} fontVariantNumeric="tabular-nums" css={inks}>
      {isLater && !hasStarted ? <noscript>{drawing}</noscript> : drawing}
    </Box>
  );
}
