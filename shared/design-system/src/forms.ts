export { useFieldArray, useWatch, Controller, FormProvider, useFormContext } from 'react-hook-form';
export type { FieldErrors, SubmitHandler, UseFormReturn } from 'react-hook-form';
export { useForm } from './forms/useForm.ts';
export { zodResolver } from './forms/zodResolver.ts';
export { Fieldset, Textarea } from './forms/controls.tsx';
export { FilterDate, FilterSelect, Input, NativeSelect, SearchInput, SelectField, TextField } from '@masomo/design-system/fields';
export type {
  FilterDateProps,
  FilterSelectProps,
  SearchInputProps,
  SelectFieldProps,
  SelectOption,
  TextFieldProps,
} from '@masomo/design-system/fields';
export { Checkbox, type CheckboxProps } from './controls/Checkbox.tsx';
export { FieldFrame, type FieldControl, type FieldFrameProps } from './forms/FieldFrame.tsx';
export { TextAreaField, type TextAreaFieldProps } from './forms/TextAreaField.tsx';
export { CheckboxField, SwitchField, type CheckboxFieldProps } from './forms/CheckboxField.tsx';
export { FileInput } from './forms/FileInput.tsx';
export { UsernameInput as AccountName } from './forms/UsernameInput.tsx';
export { FormSkeleton, type FieldShape } from './forms/FormSkeleton.tsx';
export { PasswordField } from './forms/PasswordField.tsx';
export { SubmitButton, type SubmitButtonProps } from './forms/SubmitButton.tsx';
export { FormError } from './forms/FormError.tsx';
