import { Input, type InputProps } from '@chakra-ui/react';
import { FieldFrame, type FieldFrameProps } from './FieldFrame.tsx';

export type TextFieldProps = FieldFrameProps & Omit<InputProps, keyof FieldFrameProps | 'size'>;

/** A line of text. Spread react-hook-form's `register('name')` into it. */
export function TextField({ label, error, helpText, required, readOnly, disabled, ...input }: TextFieldProps) {
  return (
    <FieldFrame {...{ label, error, helpText, required, readOnly, disabled }}>
      <Input bg="bg.panel" {...input} />
    </FieldFrame>
  );
}
