import { Dialog, type DialogRootProps } from '@chakra-ui/react';
import { dialogRecipe } from '../theme/recipes/overlays.ts';

/** The dialog traps the focus; a screen that takes the focus when it mounts must not close it. */
const keepOpen = (event: Event) => event.preventDefault();

/** Chakra's dialog root with the product's recipe. */
export function StyledDialogRoot(props: DialogRootProps) {
  return <Dialog.Root recipe={dialogRecipe} onFocusOutside={keepOpen} {...props} />;
}
