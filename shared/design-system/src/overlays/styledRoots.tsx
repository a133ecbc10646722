import {
  Dialog as ChakraDialog,
  Drawer as ChakraDrawer,
  Tabs as ChakraTabs,
  type DrawerRootProps,
  type TabsRootProps,
} from '@chakra-ui/react';
import { drawerRecipe } from '../theme/recipes/overlays.ts';
import { tabsRecipe } from '../theme/recipes/popups.ts';
import { UnsavedChangesDialogContent, UnsavedChangesDialogRoot } from './UnsavedChangesDialog.tsx';

// The theme has the recipes of the public core only; these roots add the overlays' recipes, so that visitors of public
// pages do not download them.

function DrawerRoot(props: DrawerRootProps) {
  return <ChakraDrawer.Root recipe={drawerRecipe} {...props} />;
}

function TabsRoot(props: TabsRootProps) {
  return <ChakraTabs.Root recipe={tabsRecipe} {...props} />;
}

/** A modal dialog: traps the focus, closes with Escape, restores the focus, and asks before it discards unsaved changes. */
export const Dialog = { ...ChakraDialog, Root: UnsavedChangesDialogRoot, Content: UnsavedChangesDialogContent };
/** A panel from the edge of the screen, such as a cart or details beside a list. */
export const Drawer = { ...ChakraDrawer, Root: DrawerRoot };
/** Tabs, one visible panel at a time. */
export const Tabs = { ...ChakraTabs, Root: TabsRoot };
