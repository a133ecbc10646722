import type { ReactNode } from 'react';
import { PageHeader } from '@masomo/design-system/admin';
import { useSearchParams } from '@masomo/navigation';
import { ListExport } from './ListExport.tsx';
import { ListBody } from './ListBody.tsx';
import type { RecordListOptions } from './recordListTypes.ts';
export type { ShownList } from './recordListTypes.ts';
import { useRecordList } from './useRecordList.ts';

export type ListScreenProps<Row extends object> = RecordListOptions<Row> & {
  title: string;
  description: ReactNode;
  /** Accessible name of the table where it is not the title. */
  label?: string;
  /** Content between the title and the list. */
  intro?: ReactNode;
  /** Dialogs of the screen. */
  children?: ReactNode;
};

/** A screen that is a list: search, filters, sorting, paging, selection, export and its pending, error and empty states. */
export function ListScreen<Row extends object>(props: ListScreenProps<Row>) {
  // A link may carry the search text; another link starts another search.
  const initialSearch = useSearchParams()[0].get('search') ?? '';
  return <SearchableScreen key={initialSearch} {...props} initialSearch={initialSearch} />;
}

function SearchableScreen<Row extends object>({ initialSearch, ...props }: ListScreenProps<Row> & { initialSearch: string }) {
  const list = useRecordList(props, initialSearch);
  const { actions } = props;
  return (
    <>
      <PageHeader
        title={props.title}
        description={props.description}
        actions={
          <>
            <ListExport options={props} shown={list.shown} />
            {typeof actions === 'function' ? actions(list.shown) : actions}
          </>
        }
      />
      {props.intro}
      <ListBody label={props.label ?? props.title} options={props} list={list} initialSearch={initialSearch} />
      {props.children}
    </>
  );
}
