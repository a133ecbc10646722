import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { HStack } from '@chakra-ui/react';
import { toolsId } from './toolsId.ts';

/** Tools of an area, such as "New content", in the frame's header; above the screen where there is no frame. */
export function HeaderTools({ children }: { children: ReactNode }) {
  const place = document.getElementById(toolsId);
  return place ? createPortal(children, place) : <HStack gap="2">{children}</HStack>;
}
