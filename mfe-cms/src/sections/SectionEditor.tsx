import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@masomo/data';
import { getSettingGroup, settingGroupKeys } from '@masomo/data/site/siteSettings';
import { EmptyState, ErrorState, SkeletonText, Stack } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { useParams } from '@masomo/navigation';
import { SectionForm } from './SectionForm.tsx';
import type { SectionSpec } from '../shared/sectionSpecs.ts';

/** Loads the section named by the address into its form. */
export function SectionEditor({ of: offered }: { of: readonly SectionSpec[] }) {
  const { key = '' } = useParams();
  const section = offered.find((section) => section.key === key);
  const {
    data: group,
    error,
    reload,
  } = useQuery(section ? settingGroupKeys.group(key) : null, (db) => getSettingGroup(db, key), { revalidateOnFocus: false });
  if (!section)
    return (
      <EmptyState title={t`Section not found`}>
        <Trans>Choose one from the menu.</Trans>
      </EmptyState>
    );
  if (error && !group) return <ErrorState title={t`${section.title} could not be loaded`} error={error} onRetry={reload} />;
  if (!group)
    return (
      <Stack gap="6" aria-busy>
        <PageHeader title={section.title} description={section.description} />
        <SkeletonText noOfLines={8} gap="5" />
      </Stack>
    );
  return <SectionForm key={section.key} section={section} group={group} />;
}
