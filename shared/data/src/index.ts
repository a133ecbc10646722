// The shared runtime of data access: one cache, one error vocabulary, one current client.
// Typed queries and commands live beside it (`@masomo/data/store/orders`, …) and are compiled into the remote that uses them,
// so a remote can be released with a new query without a release of the shell.
export { SWRConfig, unstable_serialize as serializeKey, mutate } from 'swr';
export { provideDb, getDb, type Db, type DbProvider } from './db.ts';
export { DataError, toDataError, asDataError, unwrap, unwrapNullable, unwrapPage, type DataErrorKind } from './errors.ts';
export { say, sayOr } from './sentences.ts';
export { asFailed, failureMessage, outcomeTitle, type CommandOutcome } from './errors.ts';
export { useQuery, type QueryKey, type QueryResult } from './useQuery.ts';
export { live, useLive, type LiveListener, type LiveTopic } from './live.ts';
export { sendCommand, type SentCommand } from './sendCommand.ts';
export { withOwnKey } from './withOwnKey.ts';
export { useCommand, type CommandOptions, type CommandState } from './useCommand.ts';
export { isContentStale, markContentStale } from './site/contentStaleness.ts';
