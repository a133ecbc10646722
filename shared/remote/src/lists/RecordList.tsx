import { ListExport } from './ListExport.tsx';
import { ListBody } from './ListBody.tsx';
import type { RecordListOptions } from './recordListTypes.ts';
export type { ShownList } from './recordListTypes.ts';
import { useRecordList } from './useRecordList.ts';

export type RecordListProps<Row extends object> = RecordListOptions<Row> & {
  /** Accessible name of the table. */
  label: string;
  initialSearch?: string;
};

/** A list as a part of a screen or a dialog; a screen that is nothing else is a `ListScreen`. */
export function RecordList<Row extends object>({ label, initialSearch = '', ...options }: RecordListProps<Row>) {
  const list = useRecordList(options, initialSearch);
  const { actions } = options;
  const tools = (options.export ?? actions) && (
    <>
      <ListExport options={options} shown={list.shown} />
      {typeof actions === 'function' ? actions(list.shown) : actions}
    </>
  );
  return <ListBody label={label} options={options} list={list} initialSearch={initialSearch} tools={tools} />;
}
