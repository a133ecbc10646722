// Single fields, as a screen's filters are. Whole forms, with their state and rules, are `@masomo/design-system/forms`.
export { FilterDate, type FilterDateProps } from './forms/FilterDate.tsx';
export { FilterSelect, type FilterSelectProps } from './forms/FilterSelect.tsx';
export { Input, NativeSelect } from './forms/controls.tsx';
export { SearchInput, type SearchInputProps } from './forms/SearchInput.tsx';
export { SelectField, type SelectFieldProps, type SelectOption } from './forms/SelectField.tsx';
export { TextField, type TextFieldProps } from './forms/TextField.tsx';
