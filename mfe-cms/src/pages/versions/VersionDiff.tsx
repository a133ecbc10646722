import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@masomo/data';
import type { PageContent, PageTexts } from '@masomo/data/site/pages';
import { getPageVersion, pageVersionKeys, type PageVersion } from '@masomo/data/site/pageVersions';
import { Badge, Box, Button, ErrorState, HStack, SkeletonText, Stack, Text } from '@masomo/design-system';
import { diffBlocks, diffText, type BlockDiff, type TextChange } from './blockDiff.ts';

const kindLabels = { added: t`Added since`, removed: t`Removed since`, changed: t`Changed since` } as const;
type VersionDiffProps = { version: PageVersion; content: PageContent; isBusy: boolean; onRestore: () => void };

/** The differences between a version and the page as it is in the editor now. */
export function VersionDiff({ version, content, isBusy, onRestore }: VersionDiffProps) {
  const {
    data: previous,
    error,
    reload,
  } = useQuery(pageVersionKeys.one(version.id), (db) => getPageVersion(db, version.id), { revalidateOnFocus: false });
  if (error && !previous) return <ErrorState title={t`This version could not be loaded`} error={error} onRetry={reload} />;
  if (!previous) return <SkeletonText noOfLines={3} mt="3" />;
  const swahiliChanges = diffTexts(previous.swahili ?? noTexts, content.swahili ?? noTexts);
  const changes = [
    ...diffTexts(previous, content),
    ...swahiliChanges.map((change): BlockDiff => ({ ...change, name: t`${change.name} in Swahili` })),
  ];
  return (
    <Stack gap="3" mt="3" borderWidth="1px" borderRadius="lg" p="4">
      {changes.length === 0 && (
        <Text color="fg.muted">
          <Trans>The page reads the same now.</Trans>
        </Text>
      )}
      {changes.map((change, index) => (
        <Box key={index}>
          <HStack gap="2" mb="1">
            <Text fontWeight="600" fontSize="sm">
              {change.name}
            </Text>
            <Badge>{kindLabels[change.kind]}</Badge>
            {change.kind === 'changed' && change.textChanges.every(({ kind }) => kind === 'same') && (
              <Badge>
                <Trans>Formatting or settings</Trans>
              </Badge>
            )}
          </HStack>
          <Text fontSize="sm" whiteSpace="pre-wrap" overflowWrap="anywhere">
            {change.textChanges.map((part, index) => (
              <ChangedText key={index} change={part} />
            ))}
          </Text>
        </Box>
      ))}
      {changes.length > 0 && (
        <Button size="xs" alignSelf="flex-start" disabled={isBusy} onClick={onRestore}>
          <Trans>Restore this version</Trans>
        </Button>
      )}
    </Stack>
  );
}

const noTexts: PageTexts = { title: '', metaDescription: '', blocks: [] };

/** What differs between the texts of two versions in one language. */
function diffTexts(before: PageTexts, after: PageTexts): BlockDiff[] {
  const fields = [
    { name: t`Title`, was: before.title, is: after.title },
    { name: t`Meta description`, was: before.metaDescription, is: after.metaDescription },
  ];
  return [
    ...fields
      .filter(({ was, is }) => was !== is)
      .map(({ name, was, is }) => ({ name, kind: 'changed' as const, textChanges: diffText(was, is) })),
    ...diffBlocks(before.blocks, after.blocks),
  ];
}

function ChangedText({ change }: { change: TextChange }) {
  if (change.kind === 'added')
    return (
      <Box as="ins" bg="success.subtle" color="success.fg">
        {change.text}
      </Box>
    );
  if (change.kind === 'removed')
    return (
      <Box as="del" bg="danger.subtle" color="danger.fg">
        {change.text}
      </Box>
    );
  return change.text;
}
