import type { SessionUser } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { getSignedInPerson, signedInPersonKeys } from '@masomo/data/people/signedInPerson';
import { Box, Text } from '@masomo/design-system';
import { roleLabels } from '@masomo/domain/roles';

/** Name, role and school of the signed-in person; the email address where there is no name. */
export function PersonBadge({ user }: { user: SessionUser }) {
  const { data: person } = useQuery(signedInPersonKeys.signedIn(user.id), (db) => getSignedInPerson(db, user.id));
  const roleAndSchool = [roleLabels[user.role], person?.schoolName].filter(Boolean).join(' · ');
  return (
    <Box textAlign="end" minW="0">
      <Text fontSize="sm" fontWeight="600" truncate>
        {person?.name || user.email}
      </Text>
      <Text fontSize="xs" color="fg.muted" truncate>
        {roleAndSchool}
      </Text>
    </Box>
  );
}
