import type { Ref } from 'react';
import type { TextareaProps } from '@chakra-ui/react';
import { Textarea } from './controls.tsx';
import { FieldFrame, type FieldFrameProps } from './FieldFrame.tsx';

export type TextAreaFieldProps = FieldFrameProps & Omit<TextareaProps, keyof FieldFrameProps | 'size'> & { ref?: Ref<HTMLTextAreaElement> };

/** A multi-line text input with label, help and error; grows with its content where the browser supports it. */
export function TextAreaField({ id, label, error, helpText, required, readOnly, disabled, rows = 4, ...input }: TextAreaFieldProps) {
  return (
    <FieldFrame {...{ id, label, error, helpText, required, disabled }}>
      {(control) => (
        <Textarea
          rows={rows}
          css={{ fieldSizing: 'content', minH: `calc(${rows}lh + 1.1rem)` }}
          {...input}
          {...control}
          readOnly={readOnly}
        />
      )}
    </FieldFrame>
  );
}
