import { type Pool } from 'pg';
import { type SigningKeys } from '../keys/signingKeys.ts';
import { createTokens, type Tokens } from './caller.ts';
import { createFiles, type Files } from './files.ts';
import { createVirusScan, type VirusScan } from './virusScan.ts';

export type StorageDependencies = {
  /** Connections as `supabase_storage_admin`. */
  pool: Pool;
  keys: SigningKeys;
  /** Folder of the stored files. */
  folder: string;
  clock?: () => Date;
  /** Maximum file size in bytes, whatever the bucket allows. */
  maxFileBytes?: number;
  /** Address of ClamAV's daemon; without it uploads are not scanned. */
  clamd?: string | undefined;
  /** Called with unexpected errors, not with invalid input. */
  onError?: (error: unknown) => void;
};

/** Dependencies of every route. */
export type StorageContext = {
  pool: Pool;
  tokens: Tokens;
  files: Files;
  now: () => Date;
  maxFileBytes: number;
  scan: VirusScan | null;
  onError: (error: unknown) => void;
};

const defaultMaxFileBytes = 50 * 1024 * 1024;

export function createContext({
  pool,
  keys,
  folder,
  clock = () => new Date(),
  maxFileBytes: maxFileBytes = defaultMaxFileBytes,
  clamd,
  onError = console.error,
}: StorageDependencies): StorageContext {
  return {
    pool,
    tokens: createTokens(keys, clock),
    files: createFiles(folder),
    now: clock,
    maxFileBytes: maxFileBytes,
    scan: clamd ? createVirusScan(clamd, onError) : null,
    onError,
  };
}
