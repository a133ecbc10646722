import { Menu as ChakraMenu, Popover as ChakraPopover, type MenuRootProps, type PopoverRootProps } from '@chakra-ui/react';
import { menuRecipe, popoverRecipe } from '../theme/recipes/popups.ts';

function MenuRoot(props: MenuRootProps) {
  return <ChakraMenu.Root recipe={menuRecipe} {...props} />;
}

function PopoverRoot(props: PopoverRootProps) {
  return <ChakraPopover.Root recipe={popoverRecipe} {...props} />;
}

/** A button with a menu of actions. */
export const Menu = { ...ChakraMenu, Root: MenuRoot };
/** A small panel next to its button. */
export const Popover = { ...ChakraPopover, Root: PopoverRoot };
