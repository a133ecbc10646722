import { t } from '@lingui/core/macro';
import { typedNumber } from '@masomo/domain/typedNumber';
import { z } from 'zod';

/** An amount in whole shillings as people type it: `1500`, `1,500`, `1 500.00`. */
export const amountSchema = z
  .string()
  .trim()
  .min(1, t`Enter the amount`)
  .transform(typedNumber)
  .pipe(
    z
      .int(t`Enter whole shillings, such as 1,500`)
      .min(0, t`Enter whole shillings, such as 1,500`)
      .min(1, t`Enter the amount`)
      .max(10_000_000, t`Enter at most 10,000,000`),
  );
