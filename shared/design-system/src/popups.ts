// Apart from the dialogs, as few screens need both at once and each brings a library of its own.
export { Portal } from '@chakra-ui/react';
export { Menu, Popover } from './overlays/popups.tsx';
