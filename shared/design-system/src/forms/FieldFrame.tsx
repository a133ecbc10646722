import type { ReactNode } from 'react';
import { Field } from '@chakra-ui/react';

export type FieldFrameProps = {
  label: string;
  /** What is wrong, in words; shown below the control and read to screen readers. */
  error?: string | undefined;
  helpText?: ReactNode;
  required?: boolean | undefined;
  readOnly?: boolean | undefined;
  disabled?: boolean | undefined;
};

/** Label, help and error around one control. */
export function FieldFrame({ label, error, helpText, required, readOnly, disabled, children }: FieldFrameProps & { children: ReactNode }) {
  return (
    <Field.Root invalid={Boolean(error)} required={required} readOnly={readOnly} disabled={disabled}>
      <Field.Label fontWeight="600">{label}{required && <Field.RequiredIndicator />}</Field.Label>
      {children}
      {helpText && <Field.HelperText color="fg.muted">{helpText}</Field.HelperText>}
      {error && <Field.ErrorText role="alert">{error}</Field.ErrorText>}
    </Field.Root>
  );
}
