import { type Pool } from 'pg';
import { type SigningKeys } from '../keys/signingKeys.ts';
import { createTokens, type Tokens } from './caller.ts';
import { createFiles, type Files } from './files.ts';

export type StorageDependencies = {
  /** Connections as `supabase_storage_admin`. */
  pool: Pool;
  keys: SigningKeys;
  /** Folder of the files. */
  folder: string;
  clock?: () => Date;
  /** Largest file in bytes, whatever a bucket allows. */
  maxFileBytes?: number;
  /** Called with failures that are nobody's wrong input. */
  onError?: (error: unknown) => void;
};

/** What every route works with. */
export type StorageContext = {
  pool: Pool;
  tokens: Tokens;
  files: Files;
  now: () => Date;
  maxFileBytes: number;
  onError: (error: unknown) => void;
};

const defaultMaxFileBytes = 50 * 1024 * 1024;

export function createContext({
  pool,
  keys,
  folder,
  clock = () => new Date(),
  largestFile: maxFileBytes = defaultMaxFileBytes,
  onError = console.error,
}: StorageDependencies): StorageContext {
  return { pool, tokens: createTokens(keys, clock), files: createFiles(folder), now: clock, maxFileBytes: maxFileBytes, onError };
}
