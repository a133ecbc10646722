import { useState, type ReactNode } from 'react';
import { asDataError, useCommand, type CommandOptions, type DataError, type Db } from '@masomo/data';
import { readStoredInstead, type ReadVersion, type StoredRecord } from '@masomo/data/recordVersions';
import { ConflictDialog } from './ConflictDialog.tsx';
import { differences, fieldsOf, type ComparedFields, type Difference, type FieldSchemas } from './compareFields.ts';

type Saved<Fields> = { fields: Fields; read?: ReadVersion | undefined };

type VersionedSaveOptions<Fields, Result> = CommandOptions<Result> & {
  /** The record that is edited, as it was when the form was opened; undefined for a new one. */
  record: ReadVersion | undefined;
  schemas: FieldSchemas<Fields>;
  /** What the form started from. */
  defaultValues: Record<keyof NoInfer<Fields>, unknown>;
  fields: ComparedFields<NoInfer<Fields>>;
  /** Reads what is stored where it is more than the row that was refused. */
  readStored?: (db: Db, stored: StoredRecord) => Promise<StoredRecord>;
  /** The version a form that stays open continues from. */
  versionAfter?: (result: Result) => ReadVersion;
};

type Conflict<Fields> = { mine: Fields; theirs: Partial<Fields>; stored: ReadVersion; differences: Difference<Fields>[] };

export type VersionedSave<Fields, Result> = {
  run: (fields: Fields) => Promise<Result | undefined>;
  isRunning: boolean;
  error: DataError | undefined;
  /** To be rendered in the form: shows both texts when somebody else was faster. */
  conflictDialog: ReactNode;
};

/** Saves a record that several people edit. When somebody else was faster, nothing is written until this person has chosen per field. */
export function useVersionedSave<Fields extends object, Result>(
  command: (db: Db, args: Saved<Fields>) => Promise<Result>,
  { record, schemas, defaultValues, fields, readStored, versionAfter, ...options }: VersionedSaveOptions<Fields, Result>,
): VersionedSave<Fields, Result> {
  // A reload of the list behind the form must not make the form newer than what it shows.
  const [opened, setOpened] = useState(() => ({
    read: record && { id: record.id, updatedAt: record.updatedAt },
    base: baseOf(defaultValues, schemas),
  }));
  const [conflict, setConflict] = useState<Conflict<Fields>>();

  async function saveOrCompare(db: Db, args: Saved<Fields>): Promise<Result> {
    try {
      return await command(db, args);
    } catch (failure) {
      const error = asDataError(failure);
      const refused = args.read && (await readStoredInstead(db, error, args.read.id));
      if (!refused || !args.read) throw error;
      const stored = { id: args.read.id, updatedAt: refused.updated_at };
      const otherFields = fieldsOf(readStored ? await readStored(db, refused) : refused, fields, schemas);
      const found = differences({ base: opened.base, mine: args.fields, theirs: otherFields }, fields);
      if (found.length === 0) return command(db, { ...args, read: stored });
      setConflict({ mine: args.fields, theirs: otherFields, stored, differences: found });
      throw error;
    }
  }
  const save = useCommand(saveOrCompare, options);
  async function run(args: Saved<Fields>) {
    setConflict(undefined);
    const result = await save.run(args);
    if (result !== undefined && versionAfter) setOpened({ read: versionAfter(result), base: args.fields });
    return result;
  }
  return {
    run: (mine) => run({ fields: mine, read: opened.read }),
    isRunning: save.isRunning,
    error: conflict ? undefined : save.error,
    conflictDialog: conflict && (
      <ConflictDialog
        differences={conflict.differences}
        onClose={() => setConflict(undefined)}
        onSave={(theirNames) => {
          const merged = { ...conflict.mine };
          for (const name of theirNames) {
            const value = conflict.theirs[name];
            if (value !== undefined) merged[name] = value;
          }
          void run({ fields: merged, read: conflict.stored });
        }}
      />
    ),
  };
}

function baseOf<Fields extends object>(values: Record<keyof Fields, unknown>, schemas: FieldSchemas<Fields>): Partial<Fields> {
  const base: Partial<Fields> = {};
  for (const name in schemas) {
    const parsed = schemas[name].safeParse(values[name]);
    if (parsed.success) base[name] = parsed.data;
  }
  return base;
}
