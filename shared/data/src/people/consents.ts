import * as z from '@masomo/data/zod';
import { localized } from '@masomo/domain/translations';
import { unwrap, type Db } from '@masomo/data';
import { currentLanguage } from '@masomo/i18n';

const consentSchema = z.object({
  purpose: z.string(),
  name: z.string(),
  statement: z.string(),
  version: z.number(),
  translations: z.record(z.string(), z.unknown()),
  is_allowed: z.nullable(z.boolean()),
  decisions: z.array(
    z.object({
      guardian_id: z.string(),
      guardian: z.string(),
      is_mine: z.boolean(),
      is_given: z.nullable(z.boolean()),
      decided_at: z.nullable(z.string()),
      version: z.nullable(z.number()),
      recorded_by: z.nullable(z.string()),
      withdrawn_at: z.nullable(z.string()),
    }),
  ),
});
/** What guardians are asked about a student, and what each has decided. `is_allowed` is null until somebody has; one refusal is enough. */
export type Consent = z.infer<typeof consentSchema> & { lang?: 'en' };

export const consentKeys = { of: (studentId: string) => ['consents', studentId] as const };

/** The questions and decisions of a student's guardians; a guardian sees their own decisions. */
export async function listConsents(db: Db, studentId: string, language = currentLanguage()): Promise<Consent[]> {
  const consents = z.array(consentSchema).parse(unwrap(await db.rpc('student_consents', { student_id: studentId }, { get: true })));
  return consents.map((consent) => localized(consent, consent.translations[language], ['name', 'statement'], language));
}

/** A guardian's decision; with `guardianId` the office enters a signed form. Resolves to the purpose. */
export async function decideConsent(
  db: Db,
  { studentId, purpose, isGiven, guardianId }: { studentId: string; purpose: string; isGiven: boolean; guardianId?: string },
): Promise<string> {
  const { error, status } = await db.rpc('decide_consent', {
    student_id: studentId,
    purpose,
    is_given: isGiven,
    ...(guardianId ? { guardian_id: guardianId } : {}),
  });
  return unwrap({ data: purpose, error, status });
}
