import { t } from '@lingui/core/macro';
import { foldText } from '@masomo/domain/foldText';
import type { StoredTranslations } from '@masomo/domain/storedTranslations';
import { z } from 'zod';
import type { ManagedPlan, PlanDraft } from '@masomo/data/store/managePlans';
import { descriptionField, nameField, numberOrNull, priceField, textOrNull } from './entryFields.ts';

const limitField = z
  .string()
  .trim()
  .regex(/^([1-9]\d{0,6})?$/, t`Enter a whole number or leave blank`);

/** A plan in its form, where every field is text. */
export const planSchema = z.object({
  name: nameField,
  description: descriptionField,
  category: z.enum(['saas', 'standalone']),
  price: priceField,
  period: z.enum(['term', 'year', 'month']),
  maxStudents: limitField,
  maxCampuses: limitField,
  badge: z
    .string()
    .trim()
    .max(40, t`Use at most 40 characters`),
  highlight: z.boolean(),
  isActive: z.boolean(),
  isInStore: z.boolean(),
  bullets: z
    .array(
      z.object({
        text: z
          .string()
          .trim()
          .min(1, t`Enter the feature, or remove this line`)
          .max(120, t`Use at most 120 characters`),
        included: z.boolean(),
        isPartlyReady: z.boolean().optional(),
      }),
    )
    .max(30, t`A plan shows at most 30 features`)
    .superRefine((bullets, context) => {
      bullets.forEach(({ text }, at) => {
        if (text.trim() && bullets.findIndex((other) => foldText(other.text) === foldText(text)) < at)
          context.addIssue({ code: 'custom', path: [at, 'text'], message: t`This feature is already listed above` });
      });
    }),
});
export type PlanForm = z.infer<typeof planSchema>;

/** The form's initial values; a new plan needs no bullets. */
export function planFormOf(plan: ManagedPlan | undefined): PlanForm {
  if (!plan)
    return {
      name: '',
      description: '',
      category: 'saas',
      price: '',
      period: 'term',
      maxStudents: '',
      maxCampuses: '',
      badge: '',
      highlight: false,
      isActive: true,
      isInStore: false,
      bullets: [],
    };
  const { name, description, category, price, period, maxStudents, maxCampuses, badge, highlight, isActive, isInStore, bullets } = plan;
  return {
    name,
    description,
    category,
    price: String(price),
    period,
    maxStudents: String(maxStudents ?? ''),
    maxCampuses: String(maxCampuses ?? ''),
    badge: badge ?? '',
    highlight,
    isActive,
    isInStore,
    bullets,
  };
}

export function planDraftOf({ price, maxStudents, maxCampuses, badge, ...form }: PlanForm, translations: StoredTranslations): PlanDraft {
  return {
    ...form,
    translations,
    price: Number(price),
    maxStudents: numberOrNull(maxStudents),
    maxCampuses: numberOrNull(maxCampuses),
    badge: textOrNull(badge),
  };
}
