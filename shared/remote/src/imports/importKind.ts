import type { ComponentType } from 'react';
import type { Db } from '@masomo/data';
import type { ImportAnswers } from '@masomo/data/platform/imports';

/** What a cell may mean, for cells that the database does not know. */
export type ImportChoice = { value: string; label: string };

/** A column that a kind of record takes. */
export type ImportField = {
  /** What the database calls it. */
  name: string;
  /** A message for translation; its translation and the name are titles that are known, too. */
  label: string;
  /** Other titles that schools write above it, folded. */
  known?: readonly string[];
  isRequired?: boolean;
  /** In the template; a field without one is read but not in it. */
  example?: string;
  isDate?: boolean;
  /** What cells of it may mean, where the database names the column among the `chosen` of the kind. */
  choices?: readonly ImportChoice[] | ((db: Db) => Promise<readonly ImportChoice[]>);
};

export type ImportNotesProps = {
  /** What the check says besides the problems of rows. */
  notes: unknown;
  answers: ImportAnswers;
  onAnswer: (answers: ImportAnswers) => void;
};

/** A kind of record that files bring: what its screen needs besides what the database says of it. */
export type ImportKind = {
  /** As in `private.import_kinds`. */
  kind: string;
  fields: readonly ImportField[];
  /** Groups of fields of which a file needs one, with what to call them together. */
  oneOf?: readonly { fields: readonly string[]; label: string }[];
  /** The cells that are sent for those of a row, where fields are put together or parted. */
  cellsOf?: (cells: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
  /** Shown with what the check found; may ask people about single rows. */
  Notes?: ComponentType<ImportNotesProps>;
  /** Whether rows cannot be saved, as `Notes` says. */
  isBlocked?: (notes: unknown) => boolean;
  /** Queries that are read again once rows were saved or undone. */
  invalidates: readonly string[];
};

/** Declares a kind of record for its screen. */
export const defineImport = (kind: ImportKind): ImportKind => kind;
