import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { HStack, Stack, Text } from '@masomo/design-system';
import { SwitchField, TextAreaField, TextField } from '@masomo/design-system/forms';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { TranslationBadge } from './TranslationBadge.tsx';
import type { TranslatedField, TranslationDraft } from './useTranslation.ts';

type TranslatedFieldsProps = { translation: TranslationDraft; fields: readonly TranslatedField[]; children: ReactNode };

/** The English fields of a record, or those of its Swahili translation; switching keeps what was typed in either. */
export function TranslatedFields({ translation, fields, children }: TranslatedFieldsProps) {
  const { language, state } = translation;
  return (
    <>
      <HStack gap="3" flexWrap="wrap">
        <LanguageSwitch value={language} onChange={translation.setLanguage} />
        <TranslationBadge state={state} />
      </HStack>
      {/* Hidden, not unmounted: the form keeps its fields. */}
      <div hidden={language !== 'en'}>
        <Stack gap="4">{children}</Stack>
      </div>
      {language === 'sw' && (
        <Stack gap="4">
          <Text fontSize="sm" color="fg.muted">
            <Trans>Below each field is its English text. Readers of Swahili see English while all fields are blank.</Trans>
          </Text>
          {state === 'outdated' && (
            <SwitchField
              label={t`This translation still says the same as the English text`}
              checked={translation.isConfirmed}
              onChange={() => translation.confirm(!translation.isConfirmed)}
            />
          )}
          {fields.map((field) =>
            field.lines ? (
              field.lines.map((line) => (
                <SwahiliField key={`${field.name}/${line}`} field={field} line={line} fields={fields} translation={translation} />
              ))
            ) : (
              <SwahiliField key={field.name} field={field} fields={fields} translation={translation} />
            ),
          )}
        </Stack>
      )}
    </>
  );
}

type SwahiliFieldProps = { field: TranslatedField; line?: string; fields: readonly TranslatedField[]; translation: TranslationDraft };

function SwahiliField({ field, line, fields, translation }: SwahiliFieldProps) {
  const shared = {
    label: line === undefined ? field.label : `${field.label}: ${line}`,
    helpText: line === undefined ? field.english || t`The English text is blank.` : undefined,
    maxLength: field.maxLength,
    value: translation.value(field, line),
    error: line === undefined ? translation.problemOf(field, fields) : undefined,
    lang: 'sw',
    onChange: (event: { currentTarget: { value: string } }) => translation.write(field, event.currentTarget.value, line),
  };
  return field.rows ? <TextAreaField rows={field.rows} {...shared} /> : <TextField {...shared} />;
}
