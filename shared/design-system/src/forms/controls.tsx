import type { Ref } from 'react';
import {
  Fieldset as ChakraFieldset,
  Input as ChakraInput,
  NativeSelect as ChakraNativeSelect,
  Textarea as ChakraTextarea,
  type FieldsetRootProps,
  type InputProps,
  type NativeSelectRootProps,
  type TextareaProps,
} from '@chakra-ui/react';
import { fieldsetRecipe, inputRecipe, nativeSelectRecipe, textareaRecipe } from '../theme/recipes/forms.ts';

/** A line to type in. Prefer TextField, which brings label, help and error. */
export function Input(props: InputProps & { ref?: Ref<HTMLInputElement> }) {
  return <ChakraInput recipe={inputRecipe} {...props} />;
}

/** Lines to type in. Prefer TextAreaField. */
export function Textarea(props: TextareaProps & { ref?: Ref<HTMLTextAreaElement> }) {
  return <ChakraTextarea recipe={textareaRecipe} {...props} />;
}

function NativeSelectRoot(props: NativeSelectRootProps) {
  return <ChakraNativeSelect.Root recipe={nativeSelectRecipe} {...props} />;
}

/** The browser's list of choices. Prefer SelectField. */
export const NativeSelect = { ...ChakraNativeSelect, Root: NativeSelectRoot };

function FieldsetRoot(props: FieldsetRootProps) {
  return <ChakraFieldset.Root recipe={fieldsetRecipe} {...props} />;
}

/** Fields that belong together, under one legend. */
export const Fieldset = { ...ChakraFieldset, Root: FieldsetRoot };
