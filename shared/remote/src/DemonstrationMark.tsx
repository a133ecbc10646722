import { t } from '@lingui/core/macro';
import { Allowed } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { demonstrationKeys, hasDemonstrationData } from '@masomo/data/platform/demonstration';
import { AppLink, Badge } from '@masomo/design-system';

/** Tells a super admin that figures include the demonstration's, and leads to where it is removed. */
export function DemonstrationMark() {
  return (
    <Allowed to="settings:write">
      <Mark />
    </Allowed>
  );
}

function Mark() {
  const { data: isPresent } = useQuery(demonstrationKeys.isPresent(), hasDemonstrationData, { revalidateOnFocus: false });
  if (!isPresent) return null;
  return (
    <Badge asChild colorPalette="blue" hideBelow="lg" flexShrink="0">
      <AppLink to="/dashboard/settings">{t`Demonstration data`}</AppLink>
    </Badge>
  );
}
