import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId, useState, type ReactNode } from 'react';
import type { DataError } from '@masomo/data';
import { Button, Card, EmptyState, ErrorState, Heading, HStack, SkeletonText } from '@masomo/design-system';
import { PlainTable } from '@masomo/design-system/plainTable';
import { ConfirmDialog } from '@masomo/design-system/overlays';

type SetupCardProps<Row> = {
  title: string;
  addLabel: string;
  /** What the removal of an item means. */
  removal: string;
  rows: readonly Row[] | undefined;
  error: DataError | undefined;
  onRetry: () => unknown;
  empty: { title: string; text: string };
  header: readonly string[];
  cells: (row: Row) => readonly ReactNode[];
  /** Buttons of a row besides Edit and Remove. */
  actions?: (row: Row) => ReactNode;
  isBusy: boolean;
  onAdd: () => void;
  onEdit: (row: Row) => void;
  onRemove: (row: Row) => void;
  children?: ReactNode;
};

/** A short list of a school's parts with add, edit and remove. */
export function SetupCard<Row extends { id: string; name: string }>(props: SetupCardProps<Row>) {
  const { title, rows, error, empty, header, cells, isBusy } = props;
  const [toRemove, setToRemove] = useState<Row>();
  const id = useId();
  return (
    <Card.Root as="section" aria-labelledby={id}>
      <Card.Header>
        <HStack justify="space-between">
          <Heading as="h2" size="md" id={id}>
            {title}
          </Heading>
          <Button size="xs" variant="outline" onClick={props.onAdd}>
            {props.addLabel}
          </Button>
        </HStack>
      </Card.Header>
      <Card.Body>
        {error && !rows && <ErrorState error={error} onRetry={props.onRetry} />}
        {!error && !rows && <SkeletonText noOfLines={3} />}
        {rows?.length === 0 && <EmptyState title={empty.title}>{empty.text}</EmptyState>}
        {rows && rows.length > 0 && (
          <PlainTable
            label={title}
            scrollLabel={t`${title}, scrolls`}
            isStackedOnPhones
            columns={[
              ...header.map((name, index) => ({ id: name, header: name, cell: (row: Row) => cells(row)[index] })),
              {
                id: 'actions',
                header: t`Actions`,
                isHeaderHidden: true,
                cell: (row) => (
                  <HStack justify="flex-end" gap="1">
                    {props.actions?.(row)}
                    <Button size="xs" variant="outline" aria-label={t`Edit ${row.name}`} onClick={() => props.onEdit(row)}>
                      <Trans>Edit</Trans>
                    </Button>
                    <Button size="xs" variant="ghost" aria-label={t`Remove ${row.name}`} disabled={isBusy} onClick={() => setToRemove(row)}>
                      <Trans>Remove</Trans>
                    </Button>
                  </HStack>
                ),
              },
            ]}
            rows={rows}
            rowKey={(row) => row.id}
          />
        )}
      </Card.Body>
      {props.children}
      <ConfirmDialog
        isOpen={toRemove !== undefined}
        title={t`Remove ${toRemove?.name ?? ''}?`}
        body={props.removal}
        confirmLabel={t`Remove`}
        tone="danger"
        onConfirm={() => {
          if (toRemove) props.onRemove(toRemove);
          setToRemove(undefined);
        }}
        onClose={() => setToRemove(undefined)}
      />
    </Card.Root>
  );
}
