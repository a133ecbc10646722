import { t } from '@lingui/core/macro';
import { readablePhone } from '@masomo/domain/phone';
import { z } from 'zod';

/** A phone number as people write or paste it, empty for none; it becomes the one way in which numbers are kept and shown. */
export const phoneField = z.string().transform((typed, context) => {
  if (typed.trim() === '') return '';
  const phone = readablePhone(typed);
  if (phone === null) context.addIssue(t`Enter a phone number such as 0712 345 678, or with its country code: +256 772 123456`);
  return phone ?? typed;
});
