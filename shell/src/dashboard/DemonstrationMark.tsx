import { Trans } from '@lingui/react/macro';
import { useQuery } from '@masomo/data';
import { demonstrationKeys, hasDemonstrationData } from '@masomo/data/platform/demonstration';
import { AppLink, Badge } from '@masomo/design-system';

/** Tells a super admin that figures include the demonstration's, and leads to where it is removed. */
export function DemonstrationMark() {
  const { data: isPresent } = useQuery(demonstrationKeys.isPresent(), hasDemonstrationData, { revalidateOnFocus: false });
  if (!isPresent) return null;
  return (
    <Badge asChild colorPalette="blue" hideBelow="md" flexShrink="0">
      <AppLink to="/dashboard/settings">
        <Trans>Demonstration data</Trans>
      </AppLink>
    </Badge>
  );
}
