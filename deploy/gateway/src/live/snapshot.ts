/** What a moment of the database sees, as `pg_snapshot` writes it: `xmin:xmax:in progress`. */
export type Snapshot = { xmin: bigint; xmax: bigint; inProgress: ReadonlySet<bigint> };

const written = /^(\d{1,19}):(\d{1,19}):((?:\d{1,19}(?:,\d{1,19})*)?)$/;

/** The snapshot that a text says; undefined where it says none. */
export function parseSnapshot(text: string | undefined): Snapshot | undefined {
  const [, xmin, xmax, inProgress] = written.exec(text ?? '') ?? [];
  if (xmin === undefined || xmax === undefined) return undefined;
  return { xmin: BigInt(xmin), xmax: BigInt(xmax), inProgress: new Set(inProgress ? inProgress.split(',').map(BigInt) : []) };
}

/** Whether a transaction that has ended was over for the snapshot. */
export const sees = ({ xmin, xmax, inProgress }: Snapshot, transaction: bigint): boolean =>
  transaction < xmin || (transaction < xmax && !inProgress.has(transaction));
