import { Box } from '@masomo/design-system';
import { useNavigation } from '@masomo/navigation';

/** A thin progress bar during a navigation; it appears after a delay that most navigations do not take. */
export function NavigationProgress() {
  const isBusy = useNavigation().state !== 'idle';
  if (!isBusy) return null;
  return (
    <Box
      aria-hidden
      position="fixed"
      top="0"
      insetX="0"
      h="2px"
      zIndex="toast"
      bg="accent.solid"
      transformOrigin="left"
      css={{
        animation: 'masomo-progress 8s cubic-bezier(0.1, 0.7, 0.1, 1) 150ms both',
        '@keyframes masomo-progress': { from: { transform: 'scaleX(0)' }, to: { transform: 'scaleX(0.95)' } },
        '@media (prefers-reduced-motion: reduce)': { animation: 'none' },
      }}
    />
  );
}
