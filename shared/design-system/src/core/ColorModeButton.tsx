import { useSyncExternalStore } from 'react';
import { Box, IconButton, type IconButtonProps } from '@chakra-ui/react';
import { MoonIcon, SunIcon } from 'lucide-react';
import { colorMode } from './colorMode.ts';

/** Switches between light and dark; the choice is remembered. */
export function ColorModeButton(props: Omit<IconButtonProps, 'onClick' | 'children'>) {
  const mode = useSyncExternalStore(colorMode.subscribe, colorMode.get, () => 'light' as const);
  const next = mode === 'dark' ? 'light' : 'dark';
  // The page's class decides which icon is seen, so the right one is there before any script of ours runs.
  return (
    <IconButton variant="ghost" size="sm" aria-label={`Use ${next} colours`} onClick={() => colorMode.set(next)} {...props}>
      <Box as="span" _dark={{ display: 'none' }}>
        <MoonIcon aria-hidden />
      </Box>
      <Box as="span" display="none" _dark={{ display: 'inline' }}>
        <SunIcon aria-hidden />
      </Box>
    </IconButton>
  );
}
