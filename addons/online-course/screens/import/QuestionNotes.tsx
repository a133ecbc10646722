import { plural, t } from '@lingui/core/macro';
import * as z from '@masomo/data/zod';
import { Stack, Text } from '@masomo/design-system';
import type { ImportNotesProps } from '@masomo/remote/imports/importKind';

const notesSchema = z.object({ courses: z._default(z.array(z.object({ course: z.string(), questions: z.number() })), []) });

/** Which course gets how many questions, for a file may name several. */
export function QuestionNotes({ notes }: ImportNotesProps) {
  return (
    <Stack gap="1">
      {notesSchema.parse(notes).courses.map(({ course, questions }) => (
        <Text key={course}>{t`${course}: ${plural(questions, { one: '# question', other: '# questions' })} to add`}</Text>
      ))}
    </Stack>
  );
}
