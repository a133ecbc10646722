import { t } from '@lingui/core/macro';
import { useSyncExternalStore } from 'react';
import { Box, IconButton, type IconButtonProps } from '@chakra-ui/react';
import { MoonIcon, SunIcon } from 'lucide-react';
import { colorMode } from './colorMode.ts';

/** Switches between light and dark; the choice is remembered. */
export function ColorModeButton(props: Omit<IconButtonProps, 'onClick' | 'children'>) {
  const mode = useSyncExternalStore(colorMode.subscribe, colorMode.get, () => 'light' as const);
  const next = mode === 'dark' ? 'light' : 'dark';
  // CSS decides which icon is visible, so that it is right before hydration.
  return (
    <IconButton
      variant="ghost"
      size="sm"
      aria-label={next === 'dark' ? t`Use dark theme` : t`Use light theme`}
      onClick={() => colorMode.set(next)}
      {...props}
    >
      <Box as="span" _dark={{ display: 'none' }}>
        <MoonIcon aria-hidden />
      </Box>
      <Box as="span" display="none" _dark={{ display: 'inline' }}>
        <SunIcon aria-hidden />
      </Box>
    </IconButton>
  );
}
