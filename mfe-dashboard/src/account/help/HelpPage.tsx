import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { AppLink, Box, EmptyState, ErrorState, Heading, SimpleGrid, SkeletonText, Stack, Text } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { SearchInput } from '@masomo/design-system/forms';
import { matchesSearch } from '@masomo/domain/foldText';
import { articlePath, inLanguage, sentenceOf, type HelpArticle } from '@masomo/remote/help';
import { useManual } from './useManual.ts';

const wordsOf = ({ title, sentence, steps }: HelpArticle) => [title, sentence, ...steps].map(inLanguage).join(' ');

/** The manual: what each screen is for, by area, with a search over every word of it. */
export function HelpPage() {
  const { manual, isListed, role, error, reload } = useManual();
  const [searchText, setSearchText] = useState('');
  const found = manual
    ?.map((area) => ({
      ...area,
      articles: area.articles.filter((article) => isListed(article) && matchesSearch(wordsOf(article), searchText)),
    }))
    .filter(({ articles }) => articles.length > 0);
  return (
    <>
      <PageHeader
        title={t`Help`}
        description={
          <Trans>
            What each screen is for and how it works. Not here?{' '}
            <AppLink to="/support" color="accent.fg">
              Contact support
            </AppLink>
          </Trans>
        }
      />
      <Stack gap="8">
        <Box maxW="xl">
          <SearchInput label={t`Search the manual`} placeholder={t`Search the manual`} value={searchText} onValueChange={setSearchText} />
        </Box>
        {error && !manual && <ErrorState error={error} onRetry={reload} />}
        {!error && !manual && <SkeletonText noOfLines={8} gap="4" maxW="xl" />}
        {found?.length === 0 && <EmptyState title={t`Nothing found`}>{t`Try other words, or ask support.`}</EmptyState>}
        {found?.map(({ name, articles }) => (
          <Box as="section" key={inLanguage(name)} aria-label={inLanguage(name)}>
            <Heading as="h2" size="md" mb="3">
              {inLanguage(name)}
            </Heading>
            <SimpleGrid as="ul" listStyleType="none" ps="0" columns={{ base: 1, md: 2, xl: 3 }} gapX="8" gapY="4">
              {articles.map((article) => (
                <Box as="li" key={article.path} minW="0">
                  <AppLink to={articlePath(article)} fontWeight="600" color="accent.fg">
                    {inLanguage(article.title)}
                  </AppLink>
                  <Text fontSize="sm" color="fg.muted">
                    {inLanguage(sentenceOf(article, role))}
                  </Text>
                </Box>
              ))}
            </SimpleGrid>
          </Box>
        ))}
      </Stack>
    </>
  );
}
