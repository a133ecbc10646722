import { t } from '@lingui/core/macro';
import { importFields } from '@masomo/data/people/studentImport';
import { SimpleGrid } from '@masomo/design-system';
import { SelectField } from '@masomo/design-system/forms';
import { translate } from '@masomo/i18n';
import type { FieldMapping, ParsedFile } from './importFile.ts';

export function ColumnMapping({
  file,
  mapping,
  onChange,
}: {
  file: ParsedFile;
  mapping: FieldMapping;
  onChange: (mapping: FieldMapping) => void;
}) {
  const options = [
    { value: '', label: t`Not in the file` },
    ...file.header.map((title, index) => ({ value: String(index), label: title })),
  ];
  return (
    <SimpleGrid columns={{ base: 1, sm: 2, lg: 3 }} gap="4">
      {importFields.map(({ name, label, isRequired }) => {
        const index = mapping[name];
        const example = index === undefined ? undefined : file.rows.find(({ cells }) => cells[index])?.cells[index];
        return (
          <SelectField
            key={name}
            label={translate(label)}
            required={isRequired}
            options={options}
            value={index === undefined ? '' : String(index)}
            helpText={example ? t`For example ${example}` : undefined}
            onChange={({ currentTarget: { value } }) => {
              const { [name]: _, ...others } = mapping;
              onChange(value === '' ? others : { ...others, [name]: Number(value) });
            }}
          />
        );
      })}
    </SimpleGrid>
  );
}
