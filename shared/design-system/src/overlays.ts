export { CloseButton, Dialog, Drawer, Menu, Popover, Portal, Tabs } from '@chakra-ui/react';
export { ConfirmDialog, type ConfirmDialogProps } from './overlays/ConfirmDialog.tsx';
export { toaster, Toaster } from './overlays/Toaster.tsx';
export { Tooltip } from './overlays/Tooltip.tsx';
