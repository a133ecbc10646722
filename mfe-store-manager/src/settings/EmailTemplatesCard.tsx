import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import {
  fillMailTemplate,
  mailPlaceholders,
  orderMailsIn,
  orderMailsSchema,
  type OrderMailKind,
  type OrderMailTemplate,
  type OrderMails,
} from '@masomo/domain/orderMails';
import { Box, Grid, Heading, SegmentedToggle, Stack, Text } from '@masomo/design-system';
import { SelectField, TextAreaField, TextField } from '@masomo/design-system/forms';
import { SettingCard } from './SettingCard.tsx';
import type { SettingDraft } from './SettingForm.tsx';

const kinds: { value: OrderMailKind; label: string; details: string }[] = [
  {
    value: 'proforma',
    label: t`Order by bank transfer`,
    details: t`The items with net, VAT and total; the bank account and the reference; a link to the order.`,
  },
  {
    value: 'receipt',
    label: t`Payment received`,
    details: t`The items with net, VAT and total; the receipt and the date; a link to the order.`,
  },
  { value: 'refund', label: t`Refund`, details: t`How the refund is paid, its receipt and the reason; a link to the order.` },
];
const languages = [
  { value: 'en', label: t`English` },
  { value: 'sw', label: t`Swahili` },
] as const;
/** Invented values for the preview. */
const sampleValues = {
  customer: 'Amina Otieno',
  institution: 'Kilimani Primary School',
  order: 'ORD-2026-0042',
  total: 'KES 7,998',
  reference: 'MSM-7K2Q',
  days: '14',
  receipt: 'SKJ4XYZ123',
  day: '21 November 2026',
  amount: 'KES 3,999',
  reason: 'Ordered twice',
};

/** Email templates of the store with a live preview. */
export function EmailTemplatesCard() {
  return (
    <SettingCard
      settingKey="emails"
      title={t`Order emails`}
      description={t`Emails the store sends to buyers. The order details appear between the two texts.`}
      shape={[{}, {}, { lines: 3 }, { lines: 3 }]}
      parse={(value) => orderMailsSchema.parse(value)}
    >
      {(draft) => <EmailTemplateFields {...draft} />}
    </SettingCard>
  );
}

function EmailTemplateFields({ value, problems, change }: SettingDraft<OrderMails>) {
  const [kind, setKind] = useState<OrderMailKind>('proforma');
  const [language, setLanguage] = useState<(typeof languages)[number]['value']>('en');
  const template = orderMailsIn(value, language)[kind];
  const pathOf = (other: OrderMailKind) => (language === 'sw' ? `sw.${other}` : other);
  const set = (part: Partial<OrderMailTemplate>) => {
    const changed = { ...template, ...part };
    change(language === 'sw' ? { ...value, sw: { ...(value.sw ?? value), [kind]: changed } } : { ...value, [kind]: changed });
  };
  const hasProblemsInOtherLanguage = Object.keys(problems).some((path) => path.startsWith('sw.') !== (language === 'sw'));
  const otherKindsWithProblems = kinds.filter(
    (other) => other.value !== kind && Object.keys(problems).some((path) => path.startsWith(`${pathOf(other.value)}.`)),
  );
  return (
    <Grid templateColumns={{ base: '1fr', xl: '1fr 1fr' }} gap="6" alignItems="start">
      <Stack gap="4" minW="0">
        <SegmentedToggle label={t`Language`} options={languages} value={language} onChange={setLanguage} />
        {hasProblemsInOtherLanguage && (
          <Text role="alert" fontSize="sm" color="danger.fg">
            <Trans>Check the texts of the other language too.</Trans>
          </Text>
        )}
        <SelectField
          label={t`Email`}
          options={kinds}
          value={kind}
          onChange={(event) => setKind(kinds.find((option) => option.value === event.currentTarget.value)?.value ?? kind)}
          error={otherKindsWithProblems[0] && t`Check “${otherKindsWithProblems[0].label}” too.`}
        />
        <TextField
          label={t({ message: 'Subject', context: 'message' })}
          required
          value={template.subject}
          error={problems[`${pathOf(kind)}.subject`]}
          onChange={(event) => set({ subject: event.currentTarget.value })}
        />
        <TextAreaField
          label={t`Text before the order details`}
          required
          rows={3}
          value={template.opening}
          error={problems[`${pathOf(kind)}.opening`]}
          onChange={(event) => set({ opening: event.currentTarget.value })}
        />
        <TextAreaField
          label={t`Text after the order details`}
          rows={3}
          value={template.closing}
          error={problems[`${pathOf(kind)}.closing`]}
          onChange={(event) => set({ closing: event.currentTarget.value })}
        />
        <Box>
          <Text fontSize="sm" color="fg.muted" mb="1">
            <Trans>Filled in for each order:</Trans>
          </Text>
          <Box as="ul" listStyleType="none" display="flex" flexWrap="wrap" gap="2" aria-label={t`Placeholders`}>
            {mailPlaceholders[kind].map((name) => (
              <li key={name} translate="no">
                <Text as="code" fontFamily="mono" fontSize="sm">{`{{${name}}}`}</Text>
              </li>
            ))}
          </Box>
        </Box>
      </Stack>
      <Preview language={language} template={template} details={kinds.find((option) => option.value === kind)?.details ?? ''} />
    </Grid>
  );
}

function Preview({ language, template, details }: { language: string; template: OrderMailTemplate; details: string }) {
  return (
    <Box as="section" aria-label={t`Preview`} borderWidth="1px" borderRadius="md" p="4" bg="bg.subtle" minW="0" overflowWrap="anywhere">
      <Text fontSize="sm" color="fg.muted">
        <Trans>Preview with a sample order</Trans>
      </Text>
      <Heading as="h3" lang={language} size="sm" mt="2" mb="3">
        {fillMailTemplate(template.subject, sampleValues)}
      </Heading>
      <Text lang={language} whiteSpace="pre-line">
        {fillMailTemplate(template.opening, sampleValues)}
      </Text>
      <Box my="4" px="3" py="2" borderWidth="1px" borderStyle="dashed" borderRadius="sm">
        <Text fontSize="sm" color="fg.muted">
          {details}
        </Text>
      </Box>
      <Text lang={language} whiteSpace="pre-line">
        {fillMailTemplate(template.closing, sampleValues)}
      </Text>
    </Box>
  );
}
