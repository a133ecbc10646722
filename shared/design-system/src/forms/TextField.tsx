import type { Ref } from 'react';
import type { InputProps } from '@chakra-ui/react';
import { Input } from './controls.tsx';
import { FieldFrame, type FieldFrameProps } from './FieldFrame.tsx';

export type TextFieldProps = FieldFrameProps & Omit<InputProps, keyof FieldFrameProps | 'size'> & { ref?: Ref<HTMLInputElement> };

/** A text input with label, help and error. Spread react-hook-form's `register('name')` into it. */
export function TextField({ id, label, error, helpText, required, readOnly, disabled, ...input }: TextFieldProps) {
  return (
    <FieldFrame {...{ id, label, error, helpText, required, disabled }}>
      {(control) => <Input {...input} {...control} readOnly={readOnly} />}
    </FieldFrame>
  );
}
