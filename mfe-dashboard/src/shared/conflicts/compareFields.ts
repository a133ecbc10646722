import { t } from '@lingui/core/macro';
import type { z } from 'zod';
import type { StoredRecord } from '@masomo/data/recordVersions';

/** A field of a form: its label, the stored column if it is not the field's name in snake case, and how it is read and shown. */
export type ComparedField<Value> =
  string | { label: string; column?: string; fromStored?: (stored: unknown) => unknown; show?: (value: Value) => string };
export type ComparedFields<Fields> = { [Name in keyof Fields]-?: ComparedField<Fields[Name]> };
/** The schema of each field, which reads what is stored as the form would have it. */
export type FieldSchemas<Fields> = { [Name in keyof Fields]-?: z.ZodType<Fields[Name]> };

/** A field that holds one value here and another in what somebody else has saved. */
export type Difference<Fields> = {
  name: keyof Fields & string;
  label: string;
  mine: string;
  theirs: string;
  /** Whether this person changed the field; if not, theirs is the obvious choice. */
  isMine: boolean;
};

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
const columnOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? t`Yes` : t`No`;
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '');
  return text === '' ? t`Empty` : text;
}

/** What is stored, as the fields of the form. A value that the form cannot hold is left out. */
export function fieldsOf<Fields extends object>(
  stored: StoredRecord,
  fields: ComparedFields<Fields>,
  schemas: FieldSchemas<Fields>,
): Partial<Fields> {
  const read: Partial<Fields> = {};
  for (const name in fields) {
    const field: ComparedField<never> = fields[name];
    const { column = columnOf(name), fromStored = (value: unknown) => value ?? '' } = typeof field === 'string' ? {} : field;
    const parsed = schemas[name].safeParse(fromStored(stored[column]));
    if (parsed.success) read[name] = parsed.data;
  }
  return read;
}

/** The fields in which `mine` and `theirs` differ; none when nobody else changed a field of this form. */
export function differences<Fields extends object>(
  { base, mine, theirs }: { base: Partial<Fields>; mine: Fields; theirs: Partial<Fields> },
  fields: ComparedFields<Fields>,
): Difference<Fields>[] {
  const found: Difference<Fields>[] = [];
  let isChanged = false;
  for (const name in fields) {
    if (!(name in theirs)) continue;
    const [other, own] = [theirs[name], mine[name]];
    isChanged ||= !isSame(other, base[name]);
    if (other === undefined || isSame(other, own)) continue;
    const field = fields[name];
    const show = (typeof field === 'object' && field.show) || textOf;
    found.push({
      name,
      label: typeof field === 'string' ? field : field.label,
      mine: show(own),
      theirs: show(other),
      isMine: !isSame(own, base[name]),
    });
  }
  return isChanged ? found : [];
}
