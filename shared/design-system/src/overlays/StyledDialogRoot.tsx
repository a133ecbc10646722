import { Dialog, type DialogRootProps } from '@chakra-ui/react';
import { dialogRecipe } from '../theme/recipes/overlays.ts';

/** It keeps the focus itself: whoever takes it away, such as a screen that has just arrived, does not close it. */
const keepOpen = (event: Event) => event.preventDefault();

/** A dialog in the product's look. */
export function StyledDialogRoot(props: DialogRootProps) {
  return <Dialog.Root recipe={dialogRecipe} onFocusOutside={keepOpen} {...props} />;
}
