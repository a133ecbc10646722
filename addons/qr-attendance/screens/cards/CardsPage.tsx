import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import { gateKeys, getGateRoster, issueGateCards, replaceGateCard, type GateCard } from '../../data/qrAttendance.ts';
import { listClassNames, peopleKeys } from '@masomo/data/people/people';
import { Button, HStack, Text, toaster } from '@masomo/design-system';
import { FilterSelect } from '@masomo/design-system/forms';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { ListScreen } from '@masomo/remote/ListScreen';
import { useModule } from '@masomo/remote/useModule';
import { GateNav } from '../shared/GateNav.tsx';
import { gateFeature } from '../shared/gateHome.ts';
import { CardsButton } from '../shared/CardsButton.tsx';

const staffGroup = 'staff';

/** Cards of a class or of the staff: issuing, printing, and replacing a lost one. */
export function CardsPage() {
  const [chosen, setChosen] = useState('');
  const [lost, setLost] = useState<GateCard>();
  const { isReadOnly } = useModule(gateFeature);
  const { data: classes } = useQuery(peopleKeys.classNames(), listClassNames);
  const group = chosen || classes?.[0]?.id || '';
  const filter = group === staffGroup ? { staff: true } : { classId: group, staff: false };
  const { data: cards, error, reload } = useQuery(group ? gateKeys.roster(filter) : null, (db) => getGateRoster(db, filter));
  const issue = useCommand(issueGateCards, {
    invalidates: ['gate'],
    onSuccess: (count) =>
      toaster.success({
        title: count === 0 ? t`Everyone here already has a card` : t`${plural(count, { one: '# card', other: '# cards' })} issued`,
      }),
    onError: (failure) => toaster.error(failureMessage(failure, t`No cards were issued`)),
  });
  const replace = useCommand(replaceGateCard, {
    invalidates: ['gate'],
    onSuccess: () => {
      setLost(undefined);
      toaster.success({ title: t`The old card is void`, description: t`Print the new one.` });
    },
    onError: (failure) => toaster.error(failureMessage(failure, t`The card was not replaced`)),
  });
  const printed = group === staffGroup ? { staff: true } : { class_id: group, staff: false };
  const fileName = `${t`Cards`} ${cards?.[0]?.group ?? ''}`;
  const columns: DataTableColumn<GateCard>[] = [
    { id: 'name', header: t`Name`, cell: ({ name }) => <Text fontWeight="600">{name}</Text> },
    { id: 'number', header: t`Number`, noWrap: true, cell: ({ number }) => number },
    { id: 'group', header: t`Class or job`, cell: ({ group: name }) => name },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (card) => (
        <HStack gap="1" justify="flex-end">
          <CardsButton
            size="xs"
            variant="ghost"
            aria-label={t`Print the card of ${card.name}`}
            of={printed}
            card={card.card_id}
            fileName={t`Card of ${card.name}`}
          >
            <Trans>Print</Trans>
          </CardsButton>
          {!isReadOnly && (
            <Button size="xs" variant="ghost" aria-label={t`Replace the card of ${card.name}`} onClick={() => setLost(card)}>
              <Trans>Replace</Trans>
            </Button>
          )}
        </HStack>
      ),
    },
  ];
  const options = [...(classes ?? []).map(({ id, name }) => ({ value: id, label: name })), { value: staffGroup, label: t`Staff` }];
  const issueHere = () => void issue.run(group === staffGroup ? { staff: true } : { classId: group });
  return (
    <ListScreen
      title={t`Cards`}
      description={t`Each card carries a code that nobody can guess. Once a lost card is replaced, the old one stops working.`}
      actions={
        <>
          {!isReadOnly && (
            <Button size="sm" variant="outline" disabled={issue.isRunning || !group} onClick={issueHere}>
              <Trans>Issue missing cards</Trans>
            </Button>
          )}
          <CardsButton size="sm" variant="solid" disabled={!cards || cards.length === 0} of={printed} fileName={fileName}>
            <Trans>Print these cards</Trans>
          </CardsButton>
        </>
      }
      intro={<GateNav current="/cards" />}
      filters={<FilterSelect label={t`Cards for`} isRequired options={options} value={group} onValueChange={setChosen} />}
      filterKey={group}
      isFiltered={false}
      columns={columns}
      rows={cards}
      error={error}
      onRetry={reload}
      pageSize={25}
      rowId={({ card_id }) => card_id}
      rowLabel={({ name }) => name}
      empty={{
        title: t`Nobody here has a card yet`,
        text: t`Issue the missing cards, print them and cut along the lines: ten fit on a page.`,
      }}
    >
      {lost && (
        <ConfirmDialog
          isOpen
          title={t`Replace the card of ${lost.name}?`}
          confirmLabel={t`Replace`}
          isBusy={replace.isRunning}
          onConfirm={() => void replace.run(lost.card_id)}
          onClose={() => setLost(undefined)}
          body={t`The old card stops working at once. Print the new card afterwards.`}
        />
      )}
    </ListScreen>
  );
}
