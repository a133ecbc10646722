import type { ComponentProps } from 'react';
import { Input } from './controls.tsx';

/** The native file button, styled like the product's own buttons. */
const button = {
  fontFamily: 'inherit',
  fontSize: 'sm',
  fontWeight: '550',
  color: 'fg',
  bg: 'bg.muted',
  borderWidth: '1px',
  borderColor: 'border',
  borderRadius: 'l1',
  px: '3',
  me: '3',
  h: '7',
  cursor: 'pointer',
} as const;

export function FileInput(props: Omit<ComponentProps<typeof Input>, 'type'>) {
  return <Input {...props} type="file" ps="1.5" py="1.5" css={{ '&::file-selector-button': button }} />;
}
