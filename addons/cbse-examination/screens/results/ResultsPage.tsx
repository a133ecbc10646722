import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useIsAllowed } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { HStack, Stack, Text } from '@masomo/design-system';
import { PageHeader, Toolbar } from '@masomo/design-system/admin';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { RecordList } from '@masomo/remote/RecordList';
import { useModule } from '@masomo/remote/useModule';
import { cbseKeys, getCards, type YearClass } from '../../data/cbse.ts';
import type { CbseCard } from '../../data/cards.ts';
import { CbseNav } from '../shared/CbseNav.tsx';
import { gradedText, meanOf, resultText } from '../shared/cardTexts.ts';
import { cbseFeature } from '../shared/cbseHome.ts';
import { useChosenClass } from '../shared/useChosenClass.tsx';
import { CardDialog } from './CardDialog.tsx';
import { PrintedCards, PrintCardsButton } from './PrintedCards.tsx';
import { PublishButtons } from './PublishButtons.tsx';

/** Results of a class over its year, its report cards, and what families see of them. */
export function ResultsPage() {
  const { chosen, instead } = useChosenClass({ hasParts: false });
  return (
    <>
      <PageHeader title={t`CBSE results`} description={t`Each subject over the terms of the year. Press a row for the whole card.`} />
      <CbseNav current="/results" />
      {chosen ? (
        <>
          <Toolbar>{chosen.selects}</Toolbar>
          <ClassResults key={chosen.yearClass.id} yearClass={chosen.yearClass} />
        </>
      ) : (
        instead
      )}
    </>
  );
}

function ClassResults({ yearClass }: { yearClass: YearClass }) {
  const { isReadOnly } = useModule(cbseFeature);
  const canPublish = useIsAllowed('cbse:set-up') && !isReadOnly;
  const [opened, setOpened] = useState<CbseCard>();
  const {
    data: cards,
    error,
    reload,
  } = useQuery(cbseKeys.cards(yearClass.id), (db) => getCards(db, yearClass.id), {
    live: ['cbse_marks'],
  });
  const subjects = [...new Set((cards?.cards ?? []).flatMap((card) => card.subjects.map(({ name }) => name)))].toSorted();
  const columns: DataTableColumn<CbseCard>[] = [
    {
      id: 'student',
      header: t`Student`,
      cell: ({ student }) => (
        <Stack gap="0">
          <Text fontWeight="600">{student.name}</Text>
          <Text fontSize="sm" color="fg.muted">
            {student.admission_number}
          </Text>
        </Stack>
      ),
    },
    ...subjects.map((name): DataTableColumn<CbseCard> => ({
      id: name,
      header: name,
      align: 'end',
      noWrap: true,
      cell: (card) => shortResult(card, name),
    })),
    { id: 'mean', header: t`Mean`, align: 'end', noWrap: true, cell: (card) => resultText(meanOf(card)) },
  ];
  return (
    <Stack gap="4">
      <HStack wrap="wrap" gap="2">
        <PrintCardsButton yearClass={yearClass} />
        {canPublish && <PublishButtons yearClass={yearClass} />}
      </HStack>
      <PrintedCards />
      <RecordList
        label={t`Results`}
        columns={columns}
        rows={cards === null ? [] : cards?.cards}
        error={error}
        onRetry={reload}
        rowLabel={({ student }) => student.name}
        onOpen={setOpened}
        empty={{ title: t`No results yet`, text: t`Results are here once marks are entered.` }}
        export={{
          name: t`CBSE results ${yearClass.className}`,
          columns: [
            { title: t`Student`, value: ({ student }) => student.name },
            { title: t`Admission number`, value: ({ student }) => student.admission_number },
            ...subjects.map((name) => ({
              title: name,
              value: (card: CbseCard) => card.subjects.find((row) => row.name === name)?.year ?? null,
            })),
            ...subjects.map((name) => ({
              title: t`${name}, grade`,
              value: (card: CbseCard) => card.subjects.find((row) => row.name === name)?.grade ?? null,
            })),
          ],
        }}
      />
      {opened && cards && <CardDialog cards={cards} card={opened} onClose={() => setOpened(undefined)} />}
    </Stack>
  );
}

/** The year's result of a subject; while there is none, that of the latest part that has one. */
function shortResult(card: CbseCard, name: string): string {
  const subject = card.subjects.find((row) => row.name === name);
  if (!subject) return '–';
  if (subject.year !== null) return gradedText(subject.year, subject.grade);
  const part = subject.parts.findLast(({ result }) => result !== null);
  return part ? gradedText(part.result, part.grade) : '–';
}
