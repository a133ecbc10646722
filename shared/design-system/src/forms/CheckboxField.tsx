import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { Box, chakra, Flex } from '@chakra-ui/react';
import { Checkbox } from '../controls/Checkbox.tsx';
import { Switch } from '../controls/Switch.tsx';
import { FieldNotes, useFieldControl, type FieldControl } from './FieldFrame.tsx';

export type CheckboxFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'color' | 'height' | 'width' | 'size' | 'type'> & {
  label: ReactNode;
  error?: string | undefined;
  helpText?: ReactNode;
  ref?: Ref<HTMLInputElement>;
};

const Label = chakra('label');

function TickField({ field, children }: { field: CheckboxFieldProps; children: (control: FieldControl) => ReactNode }) {
  const { id, label, error, helpText, required, disabled } = field;
  const { control, helpId, errorId } = useFieldControl({ error, helpText, required, disabled }, id);
  return (
    <Flex gap="3" align="flex-start">
      <Flex h="1.375rem" align="center" flexShrink="0">
        {children(control)}
      </Flex>
      <Flex direction="column" gap="1" minW="0">
        <Label htmlFor={control.id} textStyle="sm" fontWeight="500" cursor={disabled ? 'not-allowed' : 'pointer'}>
          {label}
          {required && (
            <Box as="span" aria-hidden color="fg.error">
              {' '}
              *
            </Box>
          )}
        </Label>
        <FieldNotes {...{ helpText, helpId, error, errorId }} />
      </Flex>
    </Flex>
  );
}

function inputProps({ label: _label, error: _error, helpText: _help, required: _required, ...input }: CheckboxFieldProps) {
  return input;
}

/** A checkbox with its label. Spread `register('name')` into it. */
export function CheckboxField(field: CheckboxFieldProps) {
  return <TickField field={field}>{(control) => <Checkbox {...inputProps(field)} {...control} />}</TickField>;
}

/** A switch with its label, which applies at once or with its form. */
export function SwitchField(field: CheckboxFieldProps) {
  return <TickField field={field}>{(control) => <Switch {...inputProps(field)} {...control} />}</TickField>;
}
