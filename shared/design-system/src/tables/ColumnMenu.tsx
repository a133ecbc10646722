import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef, type FocusEvent } from 'react';
import { chakra } from '@chakra-ui/react';
import { Columns3Icon } from 'lucide-react';
import { buttonRecipe } from '../theme/recipes/button.ts';
import { Checkbox } from '../controls/Checkbox.tsx';
import type { RecordTable } from './useRecordTable.ts';

const Details = chakra('details', { base: { position: 'relative' } });
const Summary = chakra('summary', buttonRecipe);
const Panel = chakra('div', {
  base: {
    position: 'absolute',
    insetEnd: '0',
    top: 'calc(100% + 0.375rem)',
    zIndex: 'dropdown',
    minW: '13rem',
    p: '1',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderRadius: 'l2',
    boxShadow: 'lg',
  },
});
const Choice = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    minH: '9',
    px: '2.5',
    borderRadius: 'l1',
    textStyle: 'sm',
    cursor: 'pointer',
    _hover: { bg: 'bg.muted' },
  },
});

/** Menu to choose the visible columns. */
export function ColumnMenu<Row extends object>({ table }: { table: RecordTable<Row> }) {
  const details = useRef<HTMLDetailsElement>(null);
  const close = () => details.current?.removeAttribute('open');
  const onBlur = (event: FocusEvent<HTMLDetailsElement>) => {
    if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) close();
  };
  return (
    <Details
      ref={details}
      onBlur={onBlur}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        close();
        details.current?.querySelector('summary')?.focus();
      }}
    >
      <Summary
        aria-label={t`Columns`}
        variant="outline"
        size="sm"
        listStyle="none"
        css={{ '&::-webkit-details-marker': { display: 'none' } }}
      >
        <Columns3Icon aria-hidden />
        <chakra.span hideBelow="md">
          <Trans>Columns</Trans>
        </chakra.span>
      </Summary>
      <Panel role="group" aria-label={t`Columns`}>
        {table
          .getAllLeafColumns()
          .filter((column) => column.getCanHide())
          .map((column) => (
            <Choice key={column.id}>
              <Checkbox checked={column.getIsVisible()} onChange={(event) => column.toggleVisibility(event.currentTarget.checked)} />
              {String(column.columnDef.header)}
            </Choice>
          ))}
      </Panel>
    </Details>
  );
}
