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

/** Text input. Prefer TextField, which adds label, help and error. */
export function Input(props: InputProps & { ref?: Ref<HTMLInputElement> }) {
  return <ChakraInput recipe={inputRecipe} {...props} />;
}

/** Multi-line text input. Prefer TextAreaField. */
export function Textarea(props: TextareaProps & { ref?: Ref<HTMLTextAreaElement> }) {
  return <ChakraTextarea recipe={textareaRecipe} {...props} />;
}

function NativeSelectRoot(props: NativeSelectRootProps) {
  return <ChakraNativeSelect.Root recipe={nativeSelectRecipe} {...props} />;
}

/** Native select. Prefer SelectField. */
export const NativeSelect = { ...ChakraNativeSelect, Root: NativeSelectRoot };

function FieldsetRoot(props: FieldsetRootProps) {
  return <ChakraFieldset.Root recipe={fieldsetRecipe} {...props} />;
}

/** A group of fields with a legend. */
export const Fieldset = { ...ChakraFieldset, Root: FieldsetRoot };
