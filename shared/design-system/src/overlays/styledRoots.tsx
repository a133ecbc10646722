import {
  Dialog as ChakraDialog,
  Drawer as ChakraDrawer,
  Menu as ChakraMenu,
  Popover as ChakraPopover,
  Tabs as ChakraTabs,
  type DrawerRootProps,
  type MenuRootProps,
  type PopoverRootProps,
  type TabsRootProps,
} from '@chakra-ui/react';
import { drawerRecipe } from '../theme/recipes/overlays.ts';
import { menuRecipe, popoverRecipe, tabsRecipe } from '../theme/recipes/popups.ts';
import { UnsavedChangesDialogContent, UnsavedChangesDialogRoot } from './UnsavedChangesDialog.tsx';

// The system knows the recipes of the public core only; these roots bring the overlays' own, so a visitor of a public
// page does not download them.

function DrawerRoot(props: DrawerRootProps) {
  return <ChakraDrawer.Root recipe={drawerRecipe} {...props} />;
}

function MenuRoot(props: MenuRootProps) {
  return <ChakraMenu.Root recipe={menuRecipe} {...props} />;
}

function PopoverRoot(props: PopoverRootProps) {
  return <ChakraPopover.Root recipe={popoverRecipe} {...props} />;
}

function TabsRoot(props: TabsRootProps) {
  return <ChakraTabs.Root recipe={tabsRecipe} {...props} />;
}

/** A question or a form over the page. Traps focus, closes with Escape, gives focus back; asks before it throws away what was typed in it. */
export const Dialog = { ...ChakraDialog, Root: UnsavedChangesDialogRoot, Content: UnsavedChangesDialogContent };
/** A panel from the edge: the cart, details beside a list. */
export const Drawer = { ...ChakraDrawer, Root: DrawerRoot };
/** Actions of one thing behind a button. */
export const Menu = { ...ChakraMenu, Root: MenuRoot };
/** A small panel beside its button. */
export const Popover = { ...ChakraPopover, Root: PopoverRoot };
/** Views of one thing, one at a time. */
export const Tabs = { ...ChakraTabs, Root: TabsRoot };
