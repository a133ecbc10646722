import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { StoredTranslation, StoredTranslations, TranslationState } from '@masomo/domain/storedTranslations';
import { translationState } from '@masomo/domain/storedTranslations';
import type { EditedLanguage } from './LanguageSwitch.tsx';

/** A text of a record that is translated, with its English. `lines` are the English lines of a list. */
export type TranslatedField = {
  name: string;
  label: string;
  maxLength: number;
  english: string;
  rows?: number;
  isOptional?: boolean;
  lines?: readonly string[];
};
type TranslatedRecord = { translations: StoredTranslations; needsTranslation: readonly string[] };

const textOf = (value: StoredTranslation[string] | undefined) => (typeof value === 'string' ? value : '');
const linesOf = (value: StoredTranslation[string] | undefined) => (typeof value === 'object' ? value : {});

/** The Swahili texts of a record while they are edited, and what is saved of them. */
export function useTranslation(record: TranslatedRecord | undefined) {
  const stored = record?.translations.sw;
  const [language, setLanguage] = useState<EditedLanguage>('en');
  const [changes, setChanges] = useState<StoredTranslation>({});
  const [isConfirmed, setIsConfirmed] = useState(false);
  const [isChecked, setIsChecked] = useState(false);
  const state: TranslationState = record ? translationState(record, 'sw') : 'missing';
  const texts: StoredTranslation = { ...stored, ...changes };

  const value = (field: TranslatedField, line?: string) =>
    line === undefined ? textOf(texts[field.name]) : (linesOf(texts[field.name])[line] ?? '');
  const write = (field: TranslatedField, text: string, line?: string) =>
    setChanges({ ...changes, [field.name]: line === undefined ? text : { ...linesOf(texts[field.name]), [line]: text } });

  /** What is stored of a field: lines that English no longer has, and blank texts, are left out. */
  const contentOf = (field: TranslatedField) => {
    if (!field.lines) return value(field).trim() || undefined;
    const lines = field.lines.map((line) => [line, value(field, line).trim()] as const).filter(([, text]) => text);
    return lines.length > 0 ? Object.fromEntries(lines) : undefined;
  };
  const isEmpty = (fields: readonly TranslatedField[]) => fields.every((field) => contentOf(field) === undefined);
  const missing = (fields: readonly TranslatedField[]) =>
    isEmpty(fields) ? [] : fields.filter((field) => !field.isOptional && !field.lines && !contentOf(field)).map(({ name }) => name);

  return {
    language,
    setLanguage,
    state,
    isConfirmed,
    confirm: setIsConfirmed,
    value,
    write,
    problemOf: (field: TranslatedField, fields: readonly TranslatedField[]) =>
      isChecked && missing(fields).includes(field.name) ? t`Enter the translation, or clear the other texts to show English` : undefined,
    /** Whether the translation is complete or absent; shows what is missing. */
    check(fields: readonly TranslatedField[]): boolean {
      setIsChecked(true);
      const isComplete = missing(fields).length === 0;
      if (!isComplete) setLanguage('sw');
      return isComplete;
    },
    /** What is saved: none when every text is blank. A blank `of` says that it translates the English text saved with it. */
    toStored(fields: readonly TranslatedField[]): StoredTranslations {
      if (isEmpty(fields)) return {};
      const content = fields.flatMap((field) => {
        const text = contentOf(field);
        return text === undefined ? [] : [[field.name, text] as const];
      });
      const isCurrent = isConfirmed || Object.keys(changes).length > 0;
      return { sw: Object.fromEntries(isCurrent ? [...content, ['of', ''] as const] : content) };
    },
  };
}
export type TranslationDraft = ReturnType<typeof useTranslation>;
