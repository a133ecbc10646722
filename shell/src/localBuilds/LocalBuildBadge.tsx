import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { DataError } from '@masomo/data';
import { Button, Card, Text } from '@masomo/design-system';
import { useRegistry } from '../registry/registryStore.ts';
import { discardLocalBuilds, reloadOnRebuild, type LocalBuilds } from './applyLocalBuilds.ts';

/** Warns on every page that some remotes are local builds, with a button that restores the live versions. */
export function LocalBuildBadge({ builds }: { builds: LocalBuilds }) {
  const registry = useRegistry();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    return reloadOnRebuild(registry);
  }, [registry]);
  const restore = () => {
    discardLocalBuilds().catch((error: unknown) =>
      setProblem(error instanceof DataError ? t`${error.userMessage} Try again.` : t`Try again.`),
    );
  };
  return (
    <Card.Root
      as="aside"
      aria-label={t`Local builds`}
      position="fixed"
      bottom="calc(var(--bottom-bar, 0px) + 0.75rem)"
      insetEnd="3"
      maxW="calc(100% - 1.5rem)"
      zIndex="banner"
      boxShadow="lg"
      bg="bg.panel"
      borderColor="warning.solid"
      borderWidth="2px"
    >
      <Card.Body gap="2" p="3">
        {builds.map(({ app, address, problem: reason }) => (
          <Text key={app} fontSize="sm" overflowWrap="anywhere">
            {reason === null ? (
              <Trans>
                <Text as="strong">{app}</Text> from {address}
              </Trans>
            ) : (
              <Trans>
                <Text as="strong">{app}</Text> is the live version: {address} was tried, but {reason}. Start npm run dev there.
              </Trans>
            )}
          </Text>
        ))}
        {problem && (
          <Text fontSize="sm" color="fg.error" role="alert">
            {problem}
          </Text>
        )}
        <Button size="xs" variant="outline" onClick={restore}>
          <Trans>Use the live versions</Trans>
        </Button>
      </Card.Body>
    </Card.Root>
  );
}
