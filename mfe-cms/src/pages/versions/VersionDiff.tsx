import { useQuery } from '@masomo/data';
import type { PageContent } from '@masomo/data/site/pages';
import { getPageVersion, pageVersionKeys, type PageVersion } from '@masomo/data/site/pageVersions';
import { Badge, Box, Button, ErrorState, HStack, SkeletonText, Stack, Text } from '@masomo/design-system';
import { diffBlocks, diffText, type BlockDiff, type TextChange } from './blockDiff.ts';

const kinds = { added: 'Added since', removed: 'Removed since', changed: 'Changed since' } as const;
type VersionDiffProps = { version: PageVersion; content: PageContent; isBusy: boolean; onRestore: () => void };

/** What differs between a version and the page as it is written now, in words. */
export function VersionDiff({ version, content, isBusy, onRestore }: VersionDiffProps) {
  const {
    data: then,
    error,
    reload,
  } = useQuery(pageVersionKeys.one(version.id), (db) => getPageVersion(db, version.id), { revalidateOnFocus: false });
  if (error && !then) return <ErrorState title="This version could not be read" error={error} onRetry={reload} />;
  if (!then) return <SkeletonText noOfLines={3} mt="3" />;
  const fields = [
    { name: 'Title', before: then.title, after: content.title },
    { name: 'Meta description', before: then.metaDescription, after: content.metaDescription },
  ];
  const changes: BlockDiff[] = [
    ...fields
      .filter(({ before, after }) => before !== after)
      .map(({ name, before, after }) => ({ name, kind: 'changed' as const, words: diffText(before, after) })),
    ...diffBlocks(then.blocks, content.blocks),
  ];
  return (
    <Stack gap="3" mt="3" borderWidth="1px" borderRadius="lg" p="4">
      {changes.length === 0 && <Text color="fg.muted">The page says the same now.</Text>}
      {changes.map((change, at) => (
        <Box key={at}>
          <HStack gap="2" mb="1">
            <Text fontWeight="600" fontSize="sm">
              {change.name}
            </Text>
            <Badge>{kinds[change.kind]}</Badge>
          </HStack>
          <Text fontSize="sm" whiteSpace="pre-wrap" overflowWrap="anywhere">
            {change.words.map((part, position) => (
              <Words key={position} part={part} />
            ))}
          </Text>
        </Box>
      ))}
      {changes.length > 0 && (
        <Button size="xs" alignSelf="flex-start" disabled={isBusy} onClick={onRestore}>
          Restore this version
        </Button>
      )}
    </Stack>
  );
}

function Words({ part }: { part: TextChange }) {
  if (part.kind === 'added')
    return (
      <Box as="ins" bg="green.subtle" color="green.fg">
        {part.words}
      </Box>
    );
  if (part.kind === 'removed')
    return (
      <Box as="del" bg="red.subtle" color="red.fg">
        {part.words}
      </Box>
    );
  return part.words;
}
