import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useIsAllowed } from '@masomo/auth';
import { formatDate } from '@masomo/domain/time';
import { Button } from '@masomo/design-system';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { useNavigate } from '@masomo/navigation';
import { ListScreen } from '@masomo/remote/ListScreen';
import { useModule } from '@masomo/remote/useModule';
import { branchKeys, listBranchMoves, type BranchMove } from '../../data/branches.ts';
import { BranchNav } from '../shared/BranchNav.tsx';
import { branchFeature, formatShillings } from '../shared/branchHome.ts';
import { MoveDialog } from './MoveDialog.tsx';

const columns: DataTableColumn<BranchMove>[] = [
  { id: 'moved_on', header: t`Date`, noWrap: true, cell: ({ movedOn }) => formatDate(movedOn) },
  { id: 'student', header: t`Student`, cell: ({ student }) => student },
  { id: 'branch', header: t`Branch`, cell: ({ branch, isArrival }) => (isArrival ? t`From ${branch}` : t`To ${branch}`) },
  { id: 'carried', header: t`Balance carried`, align: 'end', cell: ({ carried }) => formatShillings(carried) },
];

/** Who moved from and to this branch; a row opens the student as this branch knows them. */
export function MovesPage() {
  const navigate = useNavigate();
  const canMove = useIsAllowed('branch:move');
  const { isReadOnly } = useModule(branchFeature);
  const [isMoving, setIsMoving] = useState(false);
  return (
    <>
      <ListScreen
        title={t`Moves`}
        description={t`Registers, marks and payments stay at the branch where they were made. The balance goes along, once.`}
        columns={columns}
        keyOf={branchKeys.moves}
        query={listBranchMoves}
        rowLabel={({ student }) => student}
        onOpen={({ studentId }) => navigate(`/dashboard/students/${studentId}`)}
        actions={
          canMove &&
          !isReadOnly && (
            <Button size="sm" onClick={() => setIsMoving(true)}>
              <Trans>Move student</Trans>
            </Button>
          )
        }
        empty={{
          title: t`Nobody has moved yet`,
          text: t`A student who moves to another branch takes guardians, custody notes, consents and what is owed along.`,
        }}
        intro={<BranchNav current="/moves" />}
      />
      {isMoving && <MoveDialog onClose={() => setIsMoving(false)} />}
    </>
  );
}
