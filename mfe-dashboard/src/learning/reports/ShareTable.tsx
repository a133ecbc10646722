import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Box, Card, Heading, Text } from '@masomo/design-system';
import { PlainTable } from '@masomo/design-system/plainTable';

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
          <PlainTable
            label={title}
            scrollLabel={t`${title}, scrolls`}
            css={{ '& tr:last-child > *': { borderBottomWidth: '0' }, '& tbody th': { fontWeight: '550', color: 'fg' } }}
            columns={[
              {
                id: 'name',
                header: nameHeader,
                isRowName: true,
                cell: ({ name, detail }) => (
                  <>
                    {name}
                    {detail && (
                      <Text textStyle="xs" color="fg.muted" fontWeight="400">
                        {detail}
                      </Text>
                    )}
                  </>
                ),
              },
              {
                id: 'bar',
                header: '',
                isDecoration: true,
                css: { w: '40%', display: { base: 'none', sm: 'table-cell' } },
                cell: ({ share }) => (
                  <Box h="2" bg="bg.muted" borderRadius="full" overflow="hidden">
                    <Box h="full" bg="accent.solid" borderRadius="full" style={{ width: `${Math.min(100, Math.max(0, share))}%` }} />
                  </Box>
                ),
              },
              { id: 'figure', header: figureHeader, align: 'end', cell: ({ figure }) => figure },
            ]}
            rows={rows}
            rowKey={({ key }) => key}
          />
        )}
      </Card.Body>
    </Card.Root>
  );
}
