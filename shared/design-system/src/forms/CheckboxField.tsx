import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { Checkbox, Field, Switch } from '@chakra-ui/react';

export type CheckboxFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'color' | 'type'> & {
  label: ReactNode;
  error?: string | undefined;
  helpText?: ReactNode;
  ref?: Ref<HTMLInputElement>;
};

/** Yes or no, as a box to tick. Spread `register('name')` into it. */
export function CheckboxField({ label, error, helpText, checked, disabled, ...input }: CheckboxFieldProps) {
  return (
    <Field.Root invalid={Boolean(error)}>
      <Checkbox.Root invalid={Boolean(error)} disabled={disabled ?? false} {...(checked === undefined ? {} : { checked })}>
        <Checkbox.HiddenInput {...input} />
        <Checkbox.Control />
        <Checkbox.Label>{label}</Checkbox.Label>
      </Checkbox.Root>
      {helpText && <Field.HelperText color="fg.muted">{helpText}</Field.HelperText>}
      {error && <Field.ErrorText role="alert">{error}</Field.ErrorText>}
    </Field.Root>
  );
}

/** Yes or no, as a switch that acts at once or with its form. */
export function SwitchField({ label, error, helpText, checked, disabled, ...input }: CheckboxFieldProps) {
  return (
    <Field.Root invalid={Boolean(error)}>
      <Switch.Root disabled={disabled ?? false} {...(checked === undefined ? {} : { checked })}>
        <Switch.HiddenInput {...input} />
        <Switch.Control><Switch.Thumb /></Switch.Control>
        <Switch.Label>{label}</Switch.Label>
      </Switch.Root>
      {helpText && <Field.HelperText color="fg.muted">{helpText}</Field.HelperText>}
      {error && <Field.ErrorText role="alert">{error}</Field.ErrorText>}
    </Field.Root>
  );
}
