import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Box, Card, Heading, Table, Text } from '@masomo/design-system';

/** `share` is the length of the bar, from 0 to 100. */
export type ShareRow = { key: string; name: ReactNode; detail?: string; figure: string; share: number };

type ShareTableProps = { title: string; nameHeader: string; figureHeader: string; rows: readonly ShareRow[]; empty: string };

/** Parts of a whole by name; the bars are decoration for the figures. */
export function ShareTable({ title, nameHeader, figureHeader, rows, empty }: ShareTableProps) {
  return (
    <Card.Root as="section" aria-label={title} minW="0">
      <Card.Header>
        <Heading as="h2" size="md">
          {title}
        </Heading>
      </Card.Header>
      <Card.Body>
        {rows.length === 0 ? (
          <Text color="fg.muted">{empty}</Text>
        ) : (
          <Table.ScrollArea tabIndex={0} role="region" aria-label={t`${title}, scrolls`}>
            <Table.Root size="sm" aria-label={title}>
              <Table.Header>
                <Table.Row>
                  <Table.ColumnHeader>{nameHeader}</Table.ColumnHeader>
                  <Table.ColumnHeader aria-hidden display={{ base: 'none', sm: 'table-cell' }} />
                  <Table.ColumnHeader textAlign="end">{figureHeader}</Table.ColumnHeader>
                </Table.Row>
              </Table.Header>
              <Table.Body>
                {rows.map(({ key, name, detail, figure, share }) => (
                  <Table.Row key={key} css={{ '&:last-child > *': { borderBottomWidth: '0' } }}>
                    <Table.ColumnHeader scope="row" fontWeight="550" color="fg">
                      {name}
                      {detail && (
                        <Text textStyle="xs" color="fg.muted" fontWeight="400">
                          {detail}
                        </Text>
                      )}
                    </Table.ColumnHeader>
                    <Table.Cell aria-hidden w="40%" display={{ base: 'none', sm: 'table-cell' }}>
                      <Box h="2" bg="bg.muted" borderRadius="full" overflow="hidden">
                        <Box h="full" bg="accent.solid" borderRadius="full" style={{ width: `${Math.min(100, Math.max(0, share))}%` }} />
                      </Box>
                    </Table.Cell>
                    <Table.Cell textAlign="end" whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
                      {figure}
                    </Table.Cell>
                  </Table.Row>
                ))}
              </Table.Body>
            </Table.Root>
          </Table.ScrollArea>
        )}
      </Card.Body>
    </Card.Root>
  );
}
