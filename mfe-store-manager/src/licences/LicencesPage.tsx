import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useQuery } from '@masomo/data';
import { licenceKeys, listLicences } from '@masomo/data/store/licences';
import type { ListFilter } from '@masomo/data/listing';
import { ButtonLink, EmptyState } from '@masomo/design-system';
import { PageHeader, Toolbar } from '@masomo/design-system/admin';
import { SearchInput } from '@masomo/design-system/forms';
import { DataTable } from '@masomo/design-system/tables';
import { licenceColumns } from './licenceColumns.tsx';

/** A licence bought in another tab or by a colleague appears within this time. */
const refreshIntervalMs = 5_000;

/** The licences of the user's school with their keys. */
export function LicencesPage() {
  const [filter, setFilter] = useState<ListFilter>({ search: '', sort: { column: 'created_at', descending: true }, page: 0, pageSize: 20 });
  const { data, error, isLoading, reload } = useQuery(licenceKeys.list(filter), (db) => listLicences(db, filter), {
    refreshInterval: refreshIntervalMs,
    keepPreviousData: true,
  });
  return (
    <>
      <PageHeader
        title={t`Licences`}
        description={t`Your school's add-ons with their keys. Paid purchases appear here automatically.`}
        actions={
          <ButtonLink size="sm" to="/store">
            <Trans>Buy add-ons</Trans>
          </ButtonLink>
        }
      />
      <Toolbar>
        <SearchInput
          label={t`Search licences`}
          placeholder={t`Name or key...`}
          value={filter.search}
          onValueChange={(search) => setFilter({ ...filter, search, page: 0 })}
        />
      </Toolbar>
      <DataTable
        label={t`Licences`}
        columns={licenceColumns}
        rows={data?.rows}
        rowId={(licence) => licence.id}
        rowLabel={(licence) => licence.name}
        total={data?.total ?? 0}
        page={filter.page}
        pageSize={filter.pageSize}
        onPageChange={(page) => setFilter({ ...filter, page })}
        sort={filter.sort}
        onSortChange={(sort) => setFilter({ ...filter, sort, page: 0 })}
        isLoading={isLoading}
        error={error}
        onRetry={reload}
        empty={
          filter.search.trim() ? (
            <EmptyState title={t`No licences found`}>
              <Trans>Try another name or part of the key.</Trans>
            </EmptyState>
          ) : (
            <EmptyState
              title={t`No licences yet`}
              action={
                <ButtonLink to="/store">
                  <Trans>Go to the store</Trans>
                </ButtonLink>
              }
            >
              <Trans>A licence appears here once an order of your school is paid.</Trans>
            </EmptyState>
          )
        }
      />
    </>
  );
}
