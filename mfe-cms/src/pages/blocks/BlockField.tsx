import { SelectField } from '@masomo/design-system/forms';
import { emptyRichText, isRichText } from '@masomo/domain/richText';
import type { BlockFieldSpec } from './blockForms.ts';
import { BlockItemsField } from './BlockItemsField.tsx';
import { ImageField } from '../fields/ImageField.tsx';
import { RichTextField } from '../richText/RichTextField.tsx';
import { DeferredTextField } from '../fields/DeferredTextField.tsx';

type Values = Readonly<Record<string, unknown>>;
type BlockFieldProps = {
  field: BlockFieldSpec;
  values: Values;
  problems: Readonly<Record<string, string>>;
  onChange: (change: Record<string, unknown>) => void;
};

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const itemsOf = (value: unknown): Values[] =>
  Array.isArray(value) ? value.filter((item): item is Values => typeof item === 'object' && item !== null) : [];

/** The input for one field of a block. */
export function BlockField({ field, values, problems, onChange }: BlockFieldProps) {
  const set = (value: unknown) => onChange({ [field.name]: value });
  const value = textOf(values[field.name]);
  const error = problems[field.name];
  switch (field.kind) {
    case 'text':
    case 'url':
      return (
        <DeferredTextField
          label={field.label}
          helpText={field.help}
          required={field.isRequired}
          maxLength={field.kind === 'text' ? 300 : 500}
          inputMode={field.kind === 'url' ? 'url' : 'text'}
          value={value}
          error={value || field.isRequired ? error : undefined}
          onWrite={set}
        />
      );
    case 'image':
      return (
        <ImageField
          label={field.label}
          isOptional={!field.isRequired}
          value={value}
          error={error}
          onChange={(url, alt) => onChange(alt && !textOf(values['alt']) ? { [field.name]: url, alt } : { [field.name]: url })}
        />
      );
    case 'richText': {
      const document = values[field.name];
      // A problem inside the document, such as a link's address, has the path of its node.
      const path = Object.keys(problems).find((key) => key === field.name || key.startsWith(`${field.name}.`));
      return (
        <RichTextField
          label={field.label}
          value={isRichText(document) ? document : emptyRichText}
          error={path && problems[path]}
          onChange={set}
        />
      );
    }
    case 'select':
      return (
        <SelectField
          label={field.label}
          helpText={field.help}
          options={field.options}
          value={value}
          onChange={(event) => set(event.currentTarget.value || undefined)}
        />
      );
    case 'list':
      return (
        <BlockItemsField
          field={field}
          items={itemsOf(values[field.name])}
          problems={problems}
          onChange={set}
          renderField={(props) => <BlockField {...props} />}
        />
      );
  }
}
