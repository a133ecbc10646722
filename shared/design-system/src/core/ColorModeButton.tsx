import { useSyncExternalStore } from 'react';
import { IconButton, type IconButtonProps } from '@chakra-ui/react';
import { MoonIcon, SunIcon } from 'lucide-react';
import { colorMode } from './colorMode.ts';

/** Switches between light and dark; the choice is remembered. */
export function ColorModeButton(props: Omit<IconButtonProps, 'onClick' | 'children'>) {
  const mode = useSyncExternalStore(colorMode.subscribe, colorMode.get, () => 'light' as const);
  const next = mode === 'dark' ? 'light' : 'dark';
  return (
    <IconButton variant="ghost" size="sm" aria-label={`Use ${next} colours`} onClick={() => colorMode.set(next)} {...props}>
      {mode === 'dark' ? <SunIcon size={18} /> : <MoonIcon size={18} />}
    </IconButton>
  );
}
