import type { ReactElement } from 'react';
import { Toaster } from '@masomo/design-system/overlays';

/** A screen with the toasts that the shell's frame shows around it. */
export const withToaster = (screen: ReactElement) => (
  <>
    {screen}
    <Toaster />
  </>
);
