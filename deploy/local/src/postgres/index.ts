export { bootstrap } from './bootstrap.ts';
export { removeCluster } from './clusterLocation.ts';
export { applyMigrations } from './migrations.ts';
export { databaseUrl, urlFor, type LoginRole } from './roles.ts';
export { startPostgres, type PostgresOptions, type RunningPostgres } from './startPostgres.ts';
