import { Trans } from '@lingui/react/macro';
import * as z from '@masomo/data/zod';
import { Text } from '@masomo/design-system';
import type { ImportNotesProps } from '@masomo/remote/imports/importKind';
import { formatShillings } from '../../shared/paymentLabels.ts';

const notesSchema = z.object({ shillings: z._default(z.number(), 0) });

/** What the payments of a file come to, to be compared with the statement that it is from. */
export function PaymentNotes({ notes }: ImportNotesProps) {
  const { shillings } = notesSchema.parse(notes);
  return (
    <Text>
      <Trans>
        The payments that can be imported come to <strong translate="no">{formatShillings(shillings)}</strong>.
      </Trans>
    </Text>
  );
}
