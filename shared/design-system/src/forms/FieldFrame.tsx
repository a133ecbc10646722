import { useId, type ReactNode } from 'react';
import { Box, chakra, Flex } from '@chakra-ui/react';
import { translate } from '@masomo/i18n';
import { CircleAlertIcon } from 'lucide-react';

export type FieldFrameProps = {
  label: ReactNode;
  /** Validation message, shown below the control and announced by screen readers. */
  error?: string | undefined;
  helpText?: ReactNode;
  required?: boolean | undefined;
  readOnly?: boolean | undefined;
  disabled?: boolean | undefined;
};

/** Attributes that connect a control with its label, help and error; spread them into the control. */
export type FieldControl = {
  id: string;
  disabled: boolean | undefined;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  required: boolean | undefined;
};

const Label = chakra('label');

/** Ids and state attributes of one field. `id` overrides the generated one. */
export function useFieldControl({ error, helpText, required, disabled }: Omit<FieldFrameProps, 'label'>, id?: string | undefined) {
  const generated = useId();
  const controlId = id ?? generated;
  const helpId = helpText ? `${controlId}-help` : undefined;
  const errorId = error ? `${controlId}-error` : undefined;
  const control: FieldControl = {
    id: controlId,
    disabled,
    'aria-describedby': [helpId, errorId].filter(Boolean).join(' ') || undefined,
    'aria-invalid': error ? true : undefined,
    required,
  };
  return { control, helpId, errorId };
}

/** Help text and error message of a field. */
export function FieldNotes({
  helpText,
  helpId,
  error,
  errorId,
}: {
  helpText?: ReactNode;
  helpId: string | undefined;
  error: string | undefined;
  errorId: string | undefined;
}) {
  return (
    <>
      {helpText && (
        <Box id={helpId} textStyle="xs" color="fg.muted">
          {helpText}
        </Box>
      )}
      {error && (
        <Flex id={errorId} role="alert" gap="1.5" textStyle="xs" fontWeight="500" color="fg.error">
          <Box as="span" aria-hidden flexShrink="0" mt="0.5">
            <CircleAlertIcon size={14} />
          </Box>
          <span>{translate(error)}</span>
        </Flex>
      )}
    </>
  );
}

/** Label, help and error around a control that has no field component here. */
export function FieldFrame({
  id,
  children,
  ...field
}: FieldFrameProps & { id?: string | undefined; children: (control: FieldControl) => ReactNode }) {
  const { label, error, helpText, required } = field;
  const { control, helpId, errorId } = useFieldControl(field, id);
  return (
    <Flex direction="column" gap="1.5" w="full" minW="0">
      <Flex gap="1" align="baseline">
        <Label htmlFor={control.id} textStyle="sm" fontWeight="550">
          {label}
        </Label>
        {required && (
          <Box as="span" aria-hidden textStyle="sm" color="fg.error">
            *
          </Box>
        )}
      </Flex>
      {children(control)}
      <FieldNotes {...{ helpText, helpId, error, errorId }} />
    </Flex>
  );
}
