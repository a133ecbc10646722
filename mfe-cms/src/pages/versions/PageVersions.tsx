import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { memo, useState } from 'react';
import { listPageVersions, pageVersionKeys, versionsPerPage, type PageVersion } from '@masomo/data/site/pageVersions';
import type { PageDraft } from '@masomo/data/site/pages';
import { formatDateTimeWithSeconds } from '@masomo/domain/time';
import { Button, Card, Heading, HStack, List, SkeletonText, Text } from '@masomo/design-system';
import { RecordList } from '@masomo/remote/RecordList';
import { VersionDiff } from './VersionDiff.tsx';

const reasonLabels = {
  published: t`Published`,
  restored: t`Before an earlier version was restored`,
  saved: t`Kept after a conflict`,
  scheduled: t`Scheduled`,
} as const;
type PageVersionsProps = { saved: PageDraft; isBusy: boolean; onRestore: (versionId: string) => Promise<unknown> };

/** The versions of a page with author and time: compare and restore. */
export const PageVersions = memo(function PageVersions({ saved, isBusy, onRestore }: PageVersionsProps) {
  const [shown, setShown] = useState<PageVersion>();
  async function restore(id: string) {
    await onRestore(id);
    // The pressed button disappears with the comparison.
    document.getElementById(`compare-${id}`)?.focus();
    setShown(undefined);
  }
  return (
    <Card.Root as="section" aria-labelledby="versions">
      <Card.Body gap="4">
        <Heading as="h2" size="lg" id="versions">
          <Trans>Versions</Trans>
        </Heading>
        <RecordList<PageVersion>
          label={t`Versions`}
          columns={[]}
          layout={{
            pending: <SkeletonText noOfLines={4} />,
            rows: (versions) => (
              <List.Root as="ul" listStyleType="none" ps="0" gap="2">
                {versions.map((version) => (
                  <List.Item key={version.id}>
                    <HStack justify="space-between" gap="3" flexWrap="wrap">
                      <Text>
                        {reasonLabels[version.reason]}
                        <Text as="span" display="block" fontSize="sm" color="fg.muted">
                          {formatDateTimeWithSeconds(version.createdAt)}
                          {version.createdBy && t` by ${version.createdBy}`}
                        </Text>
                      </Text>
                      <Button
                        id={`compare-${version.id}`}
                        size="xs"
                        variant="outline"
                        aria-expanded={shown?.id === version.id}
                        onClick={() => setShown(shown?.id === version.id ? undefined : version)}
                      >
                        <Trans>Compare</Trans>
                      </Button>
                    </HStack>
                    {shown?.id === version.id && (
                      <VersionDiff version={version} content={saved} isBusy={isBusy} onRestore={() => void restore(version.id)} />
                    )}
                  </List.Item>
                ))}
              </List.Root>
            ),
          }}
          pageSize={versionsPerPage}
          keyOf={({ page }) => pageVersionKeys.list(saved.id, page)}
          query={(db, { page }) => listPageVersions(db, { pageId: saved.id, page })}
          empty={{ title: t`No versions yet`, text: t`A version is kept whenever the page is published, scheduled or restored.` }}
        />
      </Card.Body>
    </Card.Root>
  );
});
