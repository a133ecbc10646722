import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@masomo/data';
import { conversationKeys, listChildTeachers } from '@masomo/data/messages/conversations';
import { Box, ButtonLink, HStack, Stack, Text } from '@masomo/design-system';
import { StudentCard } from './StudentCard.tsx';

/** Who teaches the child, each with a way to write to them. */
export function TeachersCard({ studentId }: { studentId: string }) {
  const query = useQuery(conversationKeys.teachers(studentId), (db) => listChildTeachers(db, studentId));
  return (
    <StudentCard id="teachers" title={t`Teachers`} query={query}>
      {(teachers) =>
        teachers.length === 0 ? (
          <Text color="fg.muted">
            <Trans>Teachers appear here once they teach the class.</Trans>
          </Text>
        ) : (
          <Stack as="ul" listStyleType="none" ps="0" gap="3">
            {teachers.map(({ id, name, isClassTeacher, subjects, conversationId }) => (
              <HStack as="li" key={id} justify="space-between" gap="3">
                <Box minW="0">
                  <Text fontWeight="550">{name}</Text>
                  <Text fontSize="sm" color="fg.muted">
                    {[...(isClassTeacher ? [t`Class teacher`] : []), ...subjects].join(' · ')}
                  </Text>
                </Box>
                <ButtonLink
                  size="xs"
                  variant="outline"
                  flexShrink="0"
                  aria-label={t`Message ${name}`}
                  to={conversationId ? `/dashboard/messages/${conversationId}` : `/dashboard/messages/new?child=${studentId}&teacher=${id}`}
                >
                  <Trans>Message</Trans>
                </ButtonLink>
              </HStack>
            ))}
          </Stack>
        )
      }
    </StudentCard>
  );
}
