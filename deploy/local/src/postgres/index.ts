export { bootstrap } from '../database/bootstrap.ts';
export { removeCluster } from './clusterLocation.ts';
export { applyMigrations } from '../database/migrations.ts';
export { databaseUrl, urlFor, type LoginRole } from '../database/roles.ts';
export { startPostgres, type PostgresOptions, type RunningPostgres } from './startPostgres.ts';
