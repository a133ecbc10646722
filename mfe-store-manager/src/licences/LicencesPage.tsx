import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useIsAllowed } from '@masomo/auth';
import { licenceKeys, listLicences } from '@masomo/data/store/licences';
import { ButtonLink } from '@masomo/design-system';
import { ListScreen } from '@masomo/remote/ListScreen';
import { licenceColumns } from './licenceColumns.tsx';
import { stateOf } from './licenceStates.ts';

/** The licences of the user's school with their keys. */
export function LicencesPage() {
  const managesPlan = useIsAllowed('plan:manage');
  return (
    <ListScreen
      title={t`Licences`}
      description={t`Your school's add-ons with their keys. Paid purchases appear here automatically.`}
      actions={
        <ButtonLink size="sm" to="/store">
          <Trans>Buy add-ons</Trans>
        </ButtonLink>
      }
      search={t`Search licences`}
      searchHint={t`Name or key...`}
      columns={licenceColumns}
      export={{
        name: t`Licences`,
        columns: [
          { title: t`Add-on`, value: (row) => row.name },
          { title: t`Key`, value: (row) => row.key },
          { title: t`Quantity`, value: (row) => row.quantity },
          { title: t`Valid from`, value: (row) => row.validFrom, as: 'day' },
          { title: t`Valid until`, value: (row) => row.validUntil, as: 'day' },
          { title: t`State`, value: (row) => stateOf(row).label },
          { title: t`Order`, value: (row) => row.orderNumber },
        ],
      }}
      sort={{ column: 'created_at', descending: true }}
      keyOf={licenceKeys.list}
      query={listLicences}
      live={['licences']}
      rowLabel={(licence) => licence.name}
      empty={{
        title: t`No licences yet`,
        text: managesPlan
          ? t`A licence appears here once an order of your school is paid.`
          : t`What you buy for yourself appears here. Administrators see the licences of the school.`,
        action: (
          <ButtonLink to="/store">
            <Trans>Go to the store</Trans>
          </ButtonLink>
        ),
      }}
      noMatches={{ title: t`No licences found`, text: t`Try another name or part of the key.` }}
    />
  );
}
