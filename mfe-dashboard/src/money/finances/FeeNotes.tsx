import { plural, t } from '@lingui/core/macro';
import * as z from '@masomo/data/zod';
import { Stack, Text } from '@masomo/design-system';
import type { ImportNotesProps } from '@masomo/remote/imports/importKind';

const notesSchema = z.object({ fees: z._default(z.array(z.object({ term: z.string(), fees: z.number() })), []) });

/** How many fees a file brings for each term: a row for a level becomes one for each of its classes. */
export function FeeNotes({ notes }: ImportNotesProps) {
  return (
    <Stack gap="1">
      {notesSchema.parse(notes).fees.map(({ term, fees }) => (
        <Text key={term}>{t`${term}: ${plural(fees, { one: '# fee', other: '# fees' })} to add. Nobody is billed yet.`}</Text>
      ))}
    </Stack>
  );
}
