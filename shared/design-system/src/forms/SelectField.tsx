import { NativeSelect, type NativeSelectFieldProps } from '@chakra-ui/react';
import { FieldFrame, type FieldFrameProps } from './FieldFrame.tsx';

export type SelectOption = string | { value: string; label: string };
export type SelectFieldProps = FieldFrameProps & Omit<NativeSelectFieldProps, keyof FieldFrameProps | 'children'> & { options: readonly SelectOption[] };

/** One of a list; the browser's own control. `placeholder` adds an empty first option. */
export function SelectField({ label, error, helpText, required, readOnly, disabled, options, ...select }: SelectFieldProps) {
  return (
    <FieldFrame {...{ label, error, helpText, required, readOnly, disabled }}>
      <NativeSelect.Root disabled={disabled ?? false}>
        <NativeSelect.Field bg="bg.panel" {...select}>
          {options.map((option) => {
            const { value, label: words } = typeof option === 'string' ? { value: option, label: option } : option;
            return <option key={value} value={value}>{words}</option>;
          })}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </FieldFrame>
  );
}
