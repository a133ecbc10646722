import { Box } from '@masomo/design-system';

/** A decorative bar, hidden from screen readers because its value is shown as text. `share` is in percent. */
export function Bar({ share, color = 'accent.solid' }: { share: number; color?: string }) {
  return (
    <Box aria-hidden h="2" bg="bg.muted" borderRadius="full" overflow="hidden">
      <Box h="full" bg={color} borderRadius="full" style={{ width: `${Math.min(100, Math.max(0, share))}%` }} />
    </Box>
  );
}
