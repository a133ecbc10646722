import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { AppLink, Box, ButtonLink, EmptyState, ErrorState, Heading, HStack, Image, SkeletonText, Stack } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { useLocation } from '@masomo/navigation';
import { articlePath, inLanguage, manualPath, sentenceOf, type HelpArticle } from '@masomo/remote/help';
import { currentLanguage } from '@masomo/i18n';
import { manualPictures } from './pictures/manualPictures.ts';
import { useManual } from './useManual.ts';

/** An article of the manual, with the way to its screen and to the others of its area. */
export function HelpArticlePage() {
  const { pathname } = useLocation();
  const { manual, isListed, role, error, reload } = useManual();
  if (error && !manual) return <ErrorState error={error} onRetry={reload} />;
  if (!manual) return <SkeletonText noOfLines={8} gap="4" maxW="xl" aria-label={t`Loading`} />;
  for (const area of manual) {
    const article = area.articles.find((candidate) => articlePath(candidate) === pathname);
    if (article)
      return (
        <Article
          name={inLanguage(area.name)}
          article={article}
          sentence={inLanguage(sentenceOf(article, role))}
          others={area.articles.filter((other) => other !== article && isListed(other))}
        />
      );
  }
  return (
    <>
      <PageHeader title={t`Help`} />
      <EmptyState title={t`There is no such article`}>
        <AppLink to={manualPath} color="accent.fg">
          <Trans>The whole manual</Trans>
        </AppLink>
      </EmptyState>
    </>
  );
}

type ArticleProps = { name: string; article: HelpArticle; sentence: string; others: readonly HelpArticle[] };

function Article({ name, article, sentence, others }: ArticleProps) {
  const title = inLanguage(article.title);
  const picture = manualPictures[articlePath(article).slice(manualPath.length + 1)]?.[currentLanguage()];
  return (
    <>
      <PageHeader
        title={title}
        description={sentence}
        actions={
          <HStack gap="2">
            <ButtonLink to={manualPath} size="sm" variant="ghost">
              <Trans>The whole manual</Trans>
            </ButtonLink>
            <ButtonLink to={article.path} size="sm">
              <Trans>Open the screen</Trans>
            </ButtonLink>
          </HStack>
        }
      />

      <Stack gap="8" maxW="70ch">
        {picture && (
          <Box borderWidth="1px" borderColor="border" borderRadius="lg" overflow="hidden">
            <Image
              src={picture}
              alt={t`The screen “${title}”`}
              htmlWidth={720}
              htmlHeight={459}
              w="full"
              h="auto"
              loading="lazy"
              decoding="async"
            />
          </Box>
        )}
        <Stack as="ol" gap="3" ps="6" listStyleType="decimal">
          {article.steps.map((step) => (
            <Box as="li" key={step[0]} ps="1">
              {inLanguage(step)}
            </Box>
          ))}
        </Stack>
        {others.length > 0 && (
          <Stack as="section" aria-labelledby="others" gap="2" fontSize="sm">
            <Heading as="h2" size="sm" id="others">
              {name}
            </Heading>
            {others.map((other) => (
              <AppLink key={other.path} to={articlePath(other)} color="accent.fg" alignSelf="flex-start">
                {inLanguage(other.title)}
              </AppLink>
            ))}
          </Stack>
        )}
      </Stack>
    </>
  );
}
