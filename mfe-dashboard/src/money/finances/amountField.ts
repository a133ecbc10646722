import { t } from '@lingui/core/macro';
import { z } from 'zod';

/** An amount in whole shillings as people type it: `1500`, `1,500`, `1 500.00`. */
export const amountSchema = z
  .string()
  .trim()
  .min(1, t`Enter the amount`)
  .regex(/^(\d+|\d{1,3}([,\s]\d{3})+)(\.0{1,2})?$/, t`Enter whole shillings, such as 1,500`)
  .transform((typed) => Number(typed.replaceAll(/[,\s]/g, '')))
  .pipe(
    z
      .number()
      .min(1, t`Enter the amount`)
      .max(10_000_000, t`Enter at most 10,000,000`),
  );
