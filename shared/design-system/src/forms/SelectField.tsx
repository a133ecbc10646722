import type { Ref } from 'react';
import type { NativeSelectFieldProps } from '@chakra-ui/react';
import { NativeSelect } from './controls.tsx';
import { FieldFrame, type FieldFrameProps } from './FieldFrame.tsx';

export type SelectOption = string | { value: string; label: string };
export type SelectFieldProps = FieldFrameProps &
  Omit<NativeSelectFieldProps, keyof FieldFrameProps | 'children'> & { options: readonly SelectOption[]; ref?: Ref<HTMLSelectElement> };

/** A native select with label, help and error. `placeholder` adds an empty first option. */
export function SelectField({ id, label, error, helpText, required, disabled, options, readOnly: _, ...select }: SelectFieldProps) {
  return (
    <FieldFrame {...{ id, label, error, helpText, required, disabled }}>
      {(control) => (
        <NativeSelect.Root disabled={disabled ?? false} invalid={Boolean(error)}>
          <NativeSelect.Field {...select} {...control}>
            {options.map((option) => {
              const { value, label: words } = typeof option === 'string' ? { value: option, label: option } : option;
              return (
                <option key={value} value={value}>
                  {words}
                </option>
              );
            })}
          </NativeSelect.Field>
          <NativeSelect.Indicator />
        </NativeSelect.Root>
      )}
    </FieldFrame>
  );
}
