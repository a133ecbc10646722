import { Allowed } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { demonstrationKeys, hasDemonstrationData } from '@masomo/data/platform/demonstration';
import { AppLink, Badge } from '@masomo/design-system';

/** Tells a super admin that figures include the demonstration's, and leads to where it is removed. */
export function DemonstrationMark({ label }: { label: string }) {
  return (
    <Allowed to="settings:write">
      <Mark label={label} />
    </Allowed>
  );
}

function Mark({ label }: { label: string }) {
  const { data: isPresent } = useQuery(demonstrationKeys.isPresent(), hasDemonstrationData, { revalidateOnFocus: false });
  if (!isPresent) return null;
  return (
    <Badge asChild colorPalette="blue" hideBelow="lg" flexShrink="0">
      <AppLink to="/dashboard/settings">{label}</AppLink>
    </Badge>
  );
}
