import type { ReactNode } from 'react';
import { useQuery } from '@masomo/data';
import { getSettingGroup, settingGroupKeys, type SettingGroup } from '@masomo/data/site/siteSettings';
import { Card, ErrorState, Heading, SkeletonText } from '@masomo/design-system';

/** Loads a group of settings; it is not revalidated while the form is open. */
export function SettingGroupCard({
  group: key,
  title,
  children,
}: {
  group: string;
  title: string;
  children: (group: SettingGroup) => ReactNode;
}) {
  const {
    data: group,
    error,
    reload,
  } = useQuery(settingGroupKeys.group(key), (db) => getSettingGroup(db, key), { revalidateOnFocus: false });
  return (
    <Card.Root as="section" aria-label={title}>
      <Card.Header>
        <Heading as="h2" size="md">
          {title}
        </Heading>
      </Card.Header>
      <Card.Body>
        {error && !group && <ErrorState error={error} onRetry={reload} />}
        {!error && !group && <SkeletonText noOfLines={5} gap="4" />}
        {group && children(group)}
      </Card.Body>
    </Card.Root>
  );
}
