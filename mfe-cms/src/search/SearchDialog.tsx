import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { useQuery } from '@masomo/data';
import { cmsSearchKeys, searchResultKinds, searchCms } from '@masomo/data/site/cmsSearch';
import { AppLink, Box, EmptyState, ErrorState, Flex, Heading, SkeletonText, Stack, Text } from '@masomo/design-system';
import { NativeSelect, SearchInput } from '@masomo/design-system/forms';
import { CloseButton, Dialog, Portal } from '@masomo/design-system/overlays';
import { kindLabels, resultPath, resultTitle } from './searchResults.ts';

/** Searches pages, files, questions, prices, settings and redirects; the filter limits it to one kind. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const filter = useRef<HTMLSelectElement>(null);
  const [term, setTerm] = useState('');
  const [kind, setKind] = useState<(typeof searchResultKinds)[number] | ''>('');
  const searchTerm = term.trim();
  const {
    data: results,
    error,
    isLoading,
    reload,
  } = useQuery(searchTerm ? cmsSearchKeys.results(searchTerm, kind) : null, (db) => searchCms(db, { term: searchTerm, kind }), {
    keepPreviousData: true,
  });
  const groups = searchResultKinds
    .map((groupKind) => ({ kind: groupKind, rows: results?.filter((result) => result.kind === groupKind) ?? [] }))
    .filter(({ rows }) => rows.length > 0);
  return (
    <Dialog.Root
      open
      onOpenChange={({ open }) => !open && onClose()}
      size="lg"
      scrollBehavior="inside"
      placement="top"
      initialFocusEl={() => filter.current}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title>
                <Trans>Search the CMS</Trans>
              </Dialog.Title>
            </Dialog.Header>
            <Dialog.Body>
              <Flex gap="3" direction={{ base: 'column', sm: 'row' }} mb="4">
                <SearchInput
                  label={t`Search everything`}
                  placeholder={t`Pages, files, questions, prices...`}
                  value={term}
                  onValueChange={setTerm}
                />
                <Box w={{ base: 'full', sm: '52' }} flexShrink="0">
                  <NativeSelect.Root>
                    <NativeSelect.Field
                      ref={filter}
                      aria-label={t`Filter`}
                      value={kind}
                      onChange={(event) => setKind(searchResultKinds.find((value) => value === event.currentTarget.value) ?? '')}
                    >
                      <option value="">
                        <Trans>Everything</Trans>
                      </option>
                      {searchResultKinds.map((value) => (
                        <option key={value} value={value}>
                          {kindLabels[value]}
                        </option>
                      ))}
                    </NativeSelect.Field>
                    <NativeSelect.Indicator />
                  </NativeSelect.Root>
                </Box>
              </Flex>
              <Box role="status" srOnly>
                {searchTerm && results && !isLoading ? t`${results.length} found` : ''}
              </Box>
              {!searchTerm && (
                <Text color="fg.muted">
                  <Trans>Type what you are looking for.</Trans>
                </Text>
              )}
              {searchTerm && error && <ErrorState title={t`The search failed`} error={error} onRetry={reload} />}
              {searchTerm && !error && isLoading && !results && <SkeletonText noOfLines={4} />}
              {searchTerm && results?.length === 0 && (
                <EmptyState title={t`Nothing found`}>{kind ? t`Try another word or search everything.` : t`Try another word.`}</EmptyState>
              )}
              {searchTerm && (
                <Stack gap="5">
                  {groups.map((group) => (
                    <Box as="section" key={group.kind} aria-label={kindLabels[group.kind]}>
                      <Heading as="h3" size="xs" color="fg.muted" mb="2">
                        {kindLabels[group.kind]}
                      </Heading>
                      <Stack as="ul" listStyleType="none" gap="2">
                        {group.rows.map((result) => (
                          <Box as="li" key={result.id}>
                            <AppLink to={resultPath(result)} fontWeight="550" onClick={onClose}>
                              {resultTitle(result)}
                            </AppLink>
                            <Text fontSize="sm" color="fg.muted" truncate>
                              {result.detail}
                            </Text>
                          </Box>
                        ))}
                      </Stack>
                    </Box>
                  ))}
                </Stack>
              )}
            </Dialog.Body>
            <Dialog.CloseTrigger asChild>
              <CloseButton aria-label={t`Close`} />
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
