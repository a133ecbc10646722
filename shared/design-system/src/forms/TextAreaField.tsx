import { Textarea, type TextareaProps } from '@chakra-ui/react';
import { FieldFrame, type FieldFrameProps } from './FieldFrame.tsx';

export type TextAreaFieldProps = FieldFrameProps & Omit<TextareaProps, keyof FieldFrameProps | 'size'>;

/** Several lines of text. */
export function TextAreaField({ label, error, helpText, required, readOnly, disabled, rows = 4, ...input }: TextAreaFieldProps) {
  return (
    <FieldFrame {...{ label, error, helpText, required, readOnly, disabled }}>
      <Textarea bg="bg.panel" rows={rows} {...input} />
    </FieldFrame>
  );
}
