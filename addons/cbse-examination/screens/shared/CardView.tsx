import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { formatNumber } from '@masomo/domain/number';
import { Box, Heading, SimpleGrid, Stack, Text } from '@masomo/design-system';
import { PlainTable, type PlainColumn } from '@masomo/design-system/plainTable';
import type { CbseCard, CbseCards } from '../../data/cards.ts';
import { componentText, gradedText } from './cardTexts.ts';

type Subject = CbseCard['subjects'][number];

/** A student's report card on the screen: results by term with what makes them up, areas, attendance and remarks. */
export function CardView({ cards, card }: { cards: CbseCards; card: CbseCard }) {
  const hasYear = cards.parts.length === cards.weights.length;
  const columns: PlainColumn<Subject>[] = [
    { id: 'subject', header: t`Subject`, isRowName: true, cell: ({ name }) => name },
    ...cards.parts.map(({ part, name }, index): PlainColumn<Subject> => ({
      id: `part-${part}`,
      header: name,
      align: 'end',
      cell: ({ parts }) => {
        const of = parts[index];
        if (!of) return '–';
        return (
          <Box>
            <Text fontWeight="600">{gradedText(of.result, of.grade)}</Text>
            <Text fontSize="xs" color="fg.muted" whiteSpace="normal">
              {of.components.map((each) => `${each.name} ${componentText(each)}`).join(' · ')}
            </Text>
          </Box>
        );
      },
    })),
    ...(hasYear && cards.weights.length > 1
      ? [
          {
            id: 'year',
            header: t`Year (${cards.weights.map((weight) => formatNumber(weight)).join(' : ')})`,
            align: 'end',
            cell: ({ year, grade }: Subject) => <Text fontWeight="700">{gradedText(year, grade)}</Text>,
          } satisfies PlainColumn<Subject>,
        ]
      : []),
  ];
  return (
    <Stack gap="5">
      {card.subjects.length === 0 ? (
        <Text color="fg.muted">
          <Trans>No marks yet.</Trans>
        </Text>
      ) : (
        <PlainTable label={t`Results`} scrollLabel={t`Results`} columns={columns} rows={card.subjects} rowKey={({ name }) => name} />
      )}
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="5">
        <Box>
          <Heading as="h3" size="sm" mb="2">
            <Trans>Co-scholastic areas</Trans>
          </Heading>
          {card.areas.map(({ name, grades }) => (
            <Text key={name}>
              {name}: <b>{grades.map((grade) => grade ?? '–').join(' · ')}</b>
            </Text>
          ))}
        </Box>
        <Box>
          <Heading as="h3" size="sm" mb="2">
            <Trans>Attendance and remarks</Trans>
          </Heading>
          {cards.parts.map(({ part, name }, index) => (
            <Text key={part}>
              {name}: {attendanceText(card.attendance[index])}
              {card.remarks[index] ? ` ${card.remarks[index]}` : ''}
            </Text>
          ))}
        </Box>
      </SimpleGrid>
      <Text fontSize="sm" color="fg.muted">
        {cards.bands.map(({ grade, lowest }) => t`${grade} from ${lowest}`).join(', ')}
      </Text>
    </Stack>
  );
}

function attendanceText(attendance: CbseCard['attendance'][number] | undefined): string {
  if (!attendance || attendance.marked === 0) return t`attendance not recorded.`;
  return t`present on ${formatNumber(attendance.present)} of ${formatNumber(attendance.marked)} days.`;
}
