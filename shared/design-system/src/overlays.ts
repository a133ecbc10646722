export { CloseButton, Portal } from '@chakra-ui/react';
export { Dialog, Drawer, Tabs } from './overlays/styledRoots.tsx';
export { ConfirmDialog, type ConfirmDialogProps } from './overlays/ConfirmDialog.tsx';
export { toaster, Toaster } from './overlays/Toaster.tsx';
