import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import { listModules, moduleKeys, setPointReady, type Module } from '@masomo/data/site/modules';
import { Badge, Card, EmptyState, ErrorState, Heading, HStack, SimpleGrid, SkeletonText, Stack, toaster } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { SwitchField } from '@masomo/design-system/forms';

/** What the public pages say of each module: which of its points can be used, and which are in preparation. */
export function ModulesPage() {
  const { data: modules, error, reload } = useQuery(moduleKeys.all(), (db) => listModules(db));
  const change = useCommand(setPointReady, {
    isQueued: true,
    invalidates: ['modules'],
    onError: (failure) => toaster.error(failureMessage(failure, t`The point was not changed`)),
  });
  return (
    <>
      <PageHeader
        title={t`Modules`}
        description={t`What visitors read about each default module. Points that are off are shown as in preparation.`}
      />
      {error && !modules && <ErrorState error={error} onRetry={reload} />}
      {!error && !modules && <SkeletonText noOfLines={8} />}
      {modules?.length === 0 && (
        <EmptyState title={t`No modules`}>
          <Trans>This installation lists no modules.</Trans>
        </EmptyState>
      )}
      <SimpleGrid columns={{ base: 1, xl: 2 }} gap="4">
        {modules?.map((module) => (
          <ModuleCard
            key={module.key}
            module={module}
            isBusy={change.isRunning}
            onSwitch={(id, isReady) => void change.run({ id, isReady })}
          />
        ))}
      </SimpleGrid>
    </>
  );
}

type ModuleCardProps = { module: Module; isBusy: boolean; onSwitch: (id: string, isReady: boolean) => void };

function ModuleCard({ module, isBusy, onSwitch }: ModuleCardProps) {
  const ready = module.points.filter(({ isReady }) => isReady).length;
  return (
    <Card.Root as="section" aria-labelledby={module.key}>
      <Card.Header>
        <HStack justify="space-between" align="flex-start">
          <Heading as="h2" size="md" id={module.key} lang={module.lang}>
            {module.name}
          </Heading>
          <Badge flexShrink="0">{t`${ready} of ${module.points.length} ready`}</Badge>
        </HStack>
      </Card.Header>
      <Card.Body>
        <Stack gap="3">
          {module.points.map((point) => (
            <SwitchField
              key={point.id}
              label={point.text}
              checked={point.isReady}
              disabled={isBusy}
              onChange={() => onSwitch(point.id, !point.isReady)}
            />
          ))}
        </Stack>
      </Card.Body>
    </Card.Root>
  );
}
