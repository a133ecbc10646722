import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useQuery } from '@masomo/data';
import { getSettingGroup, listSettingHistory, settingGroupKeys } from '@masomo/data/site/siteSettings';
import { formatDateTime } from '@masomo/domain/time';
import { Card, ErrorState, Heading, Text } from '@masomo/design-system';
import { FormSkeleton, type FieldShape } from '@masomo/design-system/forms';
import { SettingForm, type SettingDraft } from './SettingForm.tsx';

type SettingCardProps<T> = {
  settingKey: string;
  title: string;
  description: string;
  /** Shapes of its fields, for a skeleton of the same height. */
  shape: readonly FieldShape[];
  parse: (value: unknown) => T;
  children: (draft: SettingDraft<T>) => ReactNode;
};

/** Card of one settings group with its form and who saved it last. */
export function SettingCard<T>({ settingKey, title, description, shape, parse, children }: SettingCardProps<T>) {
  const {
    data: group,
    error,
    reload,
  } = useQuery(settingGroupKeys.group(settingKey), (db) => getSettingGroup(db, settingKey), { revalidateOnFocus: false });
  const { data: history } = useQuery(settingGroupKeys.history([settingKey]), (db) => listSettingHistory(db, [settingKey]));
  const last = history?.[0];
  return (
    <Card.Root as="section" aria-label={title}>
      <Card.Header>
        <Heading as="h2" size="md">
          {title}
        </Heading>
        <Text color="fg.muted" fontSize="sm">
          {description}
        </Text>
      </Card.Header>
      <Card.Body gap="4">
        {error && !group && <ErrorState title={t`${title} could not be loaded`} error={error} onRetry={reload} />}
        {!error && !group && <FormSkeleton from="sm" fields={shape} />}
        {group && (
          <SettingForm group={group} name={title} parse={parse}>
            {children}
          </SettingForm>
        )}
        {last?.savedBy && (
          <Text fontSize="sm" color="fg.muted">
            <Trans>
              Last saved by {last.savedBy}, {formatDateTime(last.savedAt)}.
            </Trans>
          </Text>
        )}
      </Card.Body>
    </Card.Root>
  );
}
