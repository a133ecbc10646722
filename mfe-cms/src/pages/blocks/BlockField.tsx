import { SelectField } from '@masomo/design-system/forms';
import type { BlockFieldSpec } from './blockForms.ts';
import { BlockItemsField } from './BlockItemsField.tsx';
import { ImageField } from '../fields/ImageField.tsx';
import { RichTextField } from '../richText/RichTextField.tsx';
import { DeferredTextField } from '../fields/DeferredTextField.tsx';

type Values = Readonly<Record<string, unknown>>;
export type BlockFieldProps = {
  field: BlockFieldSpec;
  values: Values;
  problems: Readonly<Record<string, string>>;
  onChange: (change: Record<string, unknown>) => void;
};

const words = (value: unknown) => (typeof value === 'string' ? value : '');
const entries = (value: unknown): Values[] =>
  Array.isArray(value) ? value.filter((item): item is Values => typeof item === 'object' && item !== null) : [];

/** One field of a block, whatever its kind. */
export function BlockField({ field, values, problems, onChange }: BlockFieldProps) {
  const set = (value: unknown) => onChange({ [field.name]: value });
  const value = words(values[field.name]);
  const error = problems[field.name];
  switch (field.kind) {
    case 'line':
    case 'address':
      return (
        <DeferredTextField
          label={field.label}
          helpText={field.help}
          required={field.isRequired}
          maxLength={field.kind === 'line' ? 300 : 500}
          inputMode={field.kind === 'address' ? 'url' : 'text'}
          value={value}
          error={value || field.isRequired ? error : undefined}
          onWrite={set}
        />
      );
    case 'picture':
      return (
        <ImageField
          label={field.label}
          isOptional={!field.isRequired}
          value={value}
          error={error}
          onChange={(url, alt) => onChange(alt && !words(values['alt']) ? { [field.name]: url, alt } : { [field.name]: url })}
        />
      );
    case 'rich':
      return <RichTextField label={field.label} value={value} error={error} onChange={set} />;
    case 'choice':
      return (
        <SelectField
          label={field.label}
          helpText={field.help}
          options={field.choices}
          value={value}
          onChange={(event) => set(event.currentTarget.value || undefined)}
        />
      );
    case 'list':
      return <BlockItemsField field={field} items={entries(values[field.name])} problems={problems} onChange={set} />;
  }
}
