import { Dialog, type DialogRootProps } from '@chakra-ui/react';
import { dialogRecipe } from '../theme/recipes/overlays.ts';

/** A dialog in the product's look. */
export function PlainDialogRoot(props: DialogRootProps) {
  return <Dialog.Root recipe={dialogRecipe} {...props} />;
}
